"""Learn a game from nothing but its rules, in the manner of AlphaZero, with a network in PyTorch.

Each round plays games against itself by `pillars.Search` and learns from the latest positions. The
search proposes a better policy than that of the network, even with few simulations (Danihelka et
al., Policy improvement by planning with Gumbel, 2022). On a small board the program proves which
turns are right, so the example prints how often the network and its search find one. At the end the
search plays a tournament against players of the program.

    python examples/alphazero.py
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import pillars

Array = np.ndarray
Lesson = tuple[Array, Array, Array, float]  # observation, mask, policy, result for the seat to act


class Network(nn.Module):
    """A convolutional network from the planes of the seat to act to logits and a value."""

    def __init__(self, game: pillars.Game, channels: int = 64, layers: int = 3) -> None:
        super().__init__()
        planes, ranks, files = game.observation_tensor_shape()
        self.body = nn.Sequential()
        for into in [planes, *[channels] * (layers - 1)]:
            self.body.append(nn.Conv2d(into, channels, 3, padding=1))
            self.body.append(nn.BatchNorm2d(channels))
            self.body.append(nn.ReLU())
        self.body.append(nn.Flatten())
        self.policy = nn.Linear(channels * ranks * files, game.num_distinct_actions())
        self.value = nn.Sequential(
            nn.Linear(channels * ranks * files, channels), nn.ReLU(), nn.Linear(channels, 1)
        )

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits [n, actions] and values [n] from -1 to 1."""
        seen = self.body(observations.float())
        return self.policy(seen), torch.tanh(self.value(seen)[:, 0])

    @torch.inference_mode()
    def evaluate(self, observations: Array, _: Array) -> tuple[torch.Tensor, torch.Tensor]:
        """Evaluate a batch of `pillars.Search`."""
        self.eval()
        return self(torch.from_numpy(observations))

    def learn(self, optimizer: torch.optim.Optimizer, lessons: Sequence[Lesson]) -> float:
        """Make a step of the optimizer, and return the loss of policy and value."""
        self.train()
        observations, masks, policies, results = (
            torch.from_numpy(np.array(column)) for column in zip(*lessons, strict=True)
        )
        logits, values = self(observations)
        logs = functional.log_softmax(logits.masked_fill(~masks, -1e9), dim=1)
        loss = -(policies * logs).sum(1).mean() + functional.mse_loss(values, results.float())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return float(loss.detach())


def random_game(game: pillars.Game, random: np.random.Generator) -> list[pillars.State]:
    """Return the states of a game of random actions, without the last."""
    states = [game.new_initial_state()]
    while not states[-1].is_terminal():
        states.append(states[-1].child(int(random.choice(states[-1].legal_actions()))))
    return states[:-1]


def self_play(
    env: pillars.VectorEnv, search: pillars.Search, steps: int, random: np.random.Generator
) -> Iterator[Lesson]:
    """Play steps in all games of a vector, and yield the lessons of the games that end.

    The games begin with random actions, so that the network sees all kinds of positions.
    """
    starts = [random_game(env.game, random) for _ in range(env.num_envs)]
    starts = [states[random.integers(len(states) // 2)] for states in starts]
    games: list[list[tuple[Array, Array, Array, int]]] = [[] for _ in starts]
    observations, infos = env.reset(options={"states": starts})
    for _ in range(steps):
        found = search.run()
        for i, game in enumerate(games):
            seat = int(infos["current_player"][i])
            game.append((observations[i], infos["action_mask"][i], found.policy[i], seat))
        observations, _, ended, cut, infos = env.step(found.actions)
        for i in np.flatnonzero(ended | cut):
            for observation, mask, policy, seat in games[i]:
                yield observation, mask, policy, float(infos["rewards"][i, seat])
            games[i] = []


def exam(game: pillars.Game, count: int, seed: int) -> list[tuple[pillars.State, set[int]]]:
    """Return positions of random games with the actions that are right in them, by proof.

    The positions have right and wrong turns: turns that keep the value of the position, and turns
    that do not. A turn of the game must be one action.
    """
    random, found = np.random.default_rng(seed), list[tuple[pillars.State, set[int]]]()
    while len(found) < count:
        states = random_game(game, random)
        state = states[random.integers(len(states))]
        values = pillars.solve(state)
        best = next(value for value in ("win", "draw", "loss") if value in values.values())
        right = {state.string_to_action(t) for t, value in values.items() if value == best}
        if len(right) < len(values):
            found.append((state, right))
    return found


def right_shares(
    questions: Sequence[tuple[pillars.State, set[int]]], network: Network, simulations: int
) -> tuple[float, float]:
    """Return how often the network alone and how often its search choose a right turn."""
    states = [state for state, _ in questions]
    masks = np.array([state.legal_actions_mask() for state in states], bool)
    logits, _ = network.evaluate(np.array([state.observation() for state in states]), masks)
    alone = np.where(masks, logits.numpy(), -np.inf).argmax(1)
    search = pillars.Search(states, network.evaluate, simulations=simulations, noise=False)
    shares = [
        np.mean([int(a) in right for a, (_, right) in zip(chosen, questions, strict=True)])
        for chosen in (alone, search.run().actions)
    ]
    return float(shares[0]), float(shares[1])


def main(words: Sequence[str] | None = None) -> None:
    """Learn, print a line for each round, and play a tournament."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="pilastri(size=4)", help="one that the program solves")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", type=int, default=128, help="games at once")
    parser.add_argument("--steps", type=int, default=60, help="steps in each game and round")
    parser.add_argument("--simulations", type=int, default=32, help="for a step of self-play")
    parser.add_argument("--batches", type=int, default=60, help="batches learned from in a round")
    parser.add_argument("--questions", type=int, default=200, help="positions with proven turns")
    parser.add_argument("--pairs", type=int, default=20, help="openings of the tournament")
    parser.add_argument(
        "--opponents", nargs="*", default=["random", "mcts:nodes=32", "mcts:nodes=128"]
    )
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)  # batches are so small that threads would wait for each other
    random = np.random.default_rng(asked.seed)
    game = pillars.load_game(asked.game)
    network = Network(game)
    optimizer = torch.optim.AdamW(network.parameters(), 1e-3, weight_decay=1e-4)
    questions = exam(game, asked.questions, asked.seed)
    lessons: list[Lesson] = []
    began = time.monotonic()
    with pillars.VectorEnv(game, asked.games, autoreset_mode="SameStep") as env:
        search = pillars.Search(env, network.evaluate, simulations=asked.simulations)
        for number in range(1, asked.rounds + 1):
            lessons += self_play(env, search, asked.steps, random)
            lessons = lessons[-50_000:]
            losses = []
            for _ in range(asked.batches):
                chosen = random.integers(len(lessons), size=256)
                losses.append(network.learn(optimizer, [lessons[i] for i in chosen]))
            alone, searched = right_shares(questions, network, asked.simulations)
            print(
                f"round {number}: loss {np.mean(losses):.3f}, right turns of {len(questions)}: "
                f"network {alone:.3f}, search {searched:.3f}, {time.monotonic() - began:.0f} s",
                flush=True,
            )
    player = pillars.Search(
        [game.new_initial_state()], network.evaluate, simulations=asked.simulations, noise=False,
        leaves=16,
    )  # fmt: skip

    def alphazero(state: pillars.State) -> int:
        return player.choose(state)

    players = [pillars.by_steps(alphazero), *asked.opponents]
    print(pillars.tournament(players, rounds=asked.pairs, game=game, format="gauntlet"))


if __name__ == "__main__":
    main()
