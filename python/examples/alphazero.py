"""Learn a game from nothing but its rules, in the manner of AlphaZero, in numpy alone.

A network of one hidden layer gives a policy and a value. Each round plays games against itself by
tree search (PUCT; Silver et al., Science 362, 2018), learns from the latest games, and plays its
policy without search against uniformly random moves on a `VectorEnv`. At the end the search meets
the program's own players.

    python examples/alphazero.py --pairs 50 --opponents random greedy alphabeta:nodes=100

With the defaults (10 rounds of 64 games of Pilastri 4 x 4, searches of 32 positions) that took 4
minutes on a busy machine, 85 seconds of one core. Scores of 100 games, search as in training:

                         before    after learning
    random                 83 %     96 %
    greedy                 21 %     61 %
    alphabeta:nodes=100     6 %     29 %

The policy without search scored 51 % against random before, 75 % after.
"""

from __future__ import annotations

import argparse
import collections
import math
import time
from collections.abc import Iterator, Sequence

import numpy as np

import pillars
from pillars.match import play_match
from pillars.ugi import by_steps

Array = np.ndarray
Lesson = tuple[Array, Array, Array, float]  # observation, mask, policy, result


class PolicyValue:
    """A network from the planes of the seat to act to logits of actions and a value from -1 to 1.

    Attributes
    ----------
    weights : list of ndarray of float32
        Weights and biases of the hidden layer, then weights and biases of the outputs: a logit for
        each action, and the value.
    """

    def __init__(self, game: pillars.Game, hidden: int, random: np.random.Generator) -> None:
        inputs, outputs = math.prod(game.observation_tensor_shape()), game.num_distinct_actions()
        self.weights = [
            random.normal(0, math.sqrt(2 / inputs), (inputs, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            random.normal(0, 0.1 / math.sqrt(hidden), (hidden, outputs + 1)).astype(np.float32),
            np.zeros(outputs + 1, np.float32),
        ]
        self.means = [np.zeros_like(weight) for weight in self.weights]  # Adam's first moments
        self.squares = [np.zeros_like(weight) for weight in self.weights]  # and second moments
        self.steps = 0

    def forward(self, observations: Array, masks: Array) -> tuple[Array, Array, Array, Array]:
        """Return inputs (n, inputs), hidden units (n, hidden), policies (n, A), values (n,)."""
        inputs = observations.reshape(len(observations), -1).astype(np.float32)
        into, bias, out, out_bias = self.weights
        hidden = np.maximum(inputs @ into + bias, 0)
        outputs = hidden @ out + out_bias
        logits = np.where(masks, outputs[:, :-1], -np.inf)
        policies = np.exp(logits - logits.max(1, keepdims=True))
        policies /= policies.sum(1, keepdims=True)
        return inputs, hidden, policies, np.tanh(outputs[:, -1])

    def learn(self, lessons: Sequence[Lesson], rate: float, decay: float = 1e-4) -> float:
        """Make a step of Adam and return the mean loss: cross-entropy and squared error."""
        observations, masks, wanted, results = (np.array(x) for x in zip(*lessons, strict=True))
        inputs, hidden, policies, values = self.forward(observations, masks)
        misses = values - results
        slopes = np.hstack([policies - wanted, (2 * misses * (1 - values**2))[:, None]])
        slopes = (slopes / len(lessons)).astype(np.float32)
        back = (slopes @ self.weights[2].T) * (hidden > 0)
        gradients = [inputs.T @ back, back.sum(0), hidden.T @ slopes, slopes.sum(0)]
        self.steps += 1
        for weight, gradient, mean, square in zip(
            self.weights, gradients, self.means, self.squares, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            root = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            weight -= rate * (mean / (1 - 0.9**self.steps) / root + decay * weight)
        entropy = -(wanted * np.log(np.maximum(policies, 1e-12))).sum(1)
        return float((entropy + misses**2).mean())


class Node:
    """A position in the search tree, with statistics of each legal action.

    Attributes
    ----------
    value : float
        Value of the position for the seat to act, from -1 to 1.
    actions : ndarray of int
        The legal actions; none if the game is over.
    prior, visits, totals : ndarray of float
        For each action, the policy's probability, the number of visits, and the sum of the values
        that these visits found.
    children : dict of int to Node
        The nodes after the actions tried so far, by index in `actions`.
    """

    __slots__ = ("actions", "children", "prior", "seat", "state", "totals", "value", "visits")

    def __init__(self, state: pillars.State) -> None:
        self.state = state
        self.actions = np.array(state.legal_actions(), np.int64)
        self.seat = state.current_player()
        self.children: dict[int, Node] = {}
        self.visits, self.totals = np.zeros((2, len(self.actions)))
        self.prior = self.visits
        self.value = 0.0

    def select(self, exploration: float) -> int:
        """Return the index of the action with the best upper bound; untried ones have mean 0."""
        means = self.totals / np.maximum(self.visits, 1)
        bonus = self.prior * (exploration * math.sqrt(self.visits.sum() + 1)) / (1 + self.visits)
        return int((means + bonus).argmax())


def evaluate(net: PolicyValue, nodes: Sequence[Node]) -> None:
    """Set the priors and values of nodes of unfinished games, in one pass of the network."""
    actions = net.weights[3].size - 1
    masks = np.zeros((len(nodes), actions), bool)
    for mask, node in zip(masks, nodes, strict=True):
        mask[node.actions] = True
    observations = np.stack([node.state.observation() for node in nodes])
    _, _, policies, values = net.forward(observations, masks)
    for node, policy, value in zip(nodes, policies, values, strict=True):
        node.prior, node.value = policy[node.actions].astype(float), float(value)


def descend(root: Node, exploration: float) -> list[tuple[Node, int]]:
    """Return the path from the root to a new node, which it makes, or to the end of the game.

    The path holds each node with the index of the action chosen there.
    """
    path, node = [], root
    while True:
        place = node.select(exploration)
        path.append((node, place))
        child = node.children.get(place)
        if child is None:
            state = node.state.child(int(node.actions[place]))
            child = node.children[place] = Node(state)
            if state.is_terminal():
                child.value, child.seat = state.returns()[0], 0
            return path
        if not len(child.actions):
            return path
        node = child


def search(
    net: PolicyValue, roots: Sequence[Node], simulations: int, exploration: float = 1.5
) -> None:
    """Search from all roots together, so that the network evaluates many positions at once."""
    for _ in range(simulations):
        paths = [descend(root, exploration) for root in roots]
        leaves = [path[-1][0].children[path[-1][1]] for path in paths]
        unfinished = [leaf for leaf in leaves if len(leaf.actions)]
        if unfinished:
            evaluate(net, unfinished)
        for path, leaf in zip(paths, leaves, strict=True):
            for node, place in path:
                node.visits[place] += 1
                node.totals[place] += leaf.value if leaf.seat == node.seat else -leaf.value


def self_play(
    net: PolicyValue, game: pillars.Game, count: int, simulations: int, random: np.random.Generator
) -> Iterator[Lesson]:
    """Play games of the network against itself and yield their lessons.

    It draws the first four actions of a game by their visits, then plays the most visited action.
    """
    roots = [Node(game.new_initial_state()) for _ in range(count)]
    evaluate(net, roots)
    played: list[list[tuple[Array, Array, Array, int]]] = [[] for _ in roots]
    going = list(range(count))
    while going:
        for root in (roots[i] for i in going):
            noise = random.dirichlet(np.full(len(root.actions), 10 / len(root.actions)))
            root.prior = 0.75 * root.prior + 0.25 * noise
        search(net, [roots[i] for i in going], simulations)
        for i in list(going):
            root = roots[i]
            shares = root.visits / root.visits.sum()
            policy = np.zeros(game.num_distinct_actions(), np.float32)
            policy[root.actions] = shares
            mask = np.zeros(len(policy), bool)
            mask[root.actions] = True
            played[i].append((root.state.observation(), mask, policy, root.seat))
            place = int(random.choice(len(shares), p=shares))
            if len(played[i]) > 4:
                place = int(root.visits.argmax())
            roots[i] = root.children[place]
            if roots[i].state.is_terminal():
                going.remove(i)
    for lessons, root in zip(played, roots, strict=True):
        results = root.state.returns()
        for observation, mask, policy, seat in lessons:
            yield observation, mask, policy, results[seat]


def against_random(net: PolicyValue, game: pillars.Game, count: int, seed: int) -> float:
    """Return the mean score, 0 to 1, of the policy without search against random moves."""
    random = np.random.default_rng(seed)
    ours = np.arange(count) % 2  # the seat of the network in each game
    scores = np.full(count, np.nan)
    with pillars.VectorEnv(game, count, seed) as games:
        while np.isnan(scores).any():
            _, _, policies, _ = net.forward(games.observations, games.masks)
            drawn = (random.random(games.masks.shape) * games.masks).argmax(1)
            chosen = np.where(games.seats == ours, policies.argmax(1), drawn)
            _, _, ended, cut, infos = games.step(chosen)
            first = (ended | cut) & np.isnan(scores)
            scores[first] = (infos["rewards"][first, ours[first]] + 1) / 2
    return float(scores.mean())


def main(words: Sequence[str] | None = None) -> None:
    """Learn, print a line for each round, and play matches."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="pilastri(size=4)", help="a game of two seats")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--games", type=int, default=64, help="games a round")
    parser.add_argument("--simulations", type=int, default=32, help="a step of self-play")
    parser.add_argument("--hidden", type=int, default=256, help="hidden units")
    parser.add_argument("--steps", type=int, default=100, help="batches learned from in a round")
    parser.add_argument("--pairs", type=int, default=20, help="of games in each match")
    parser.add_argument("--opponents", nargs="*", default=["random", "greedy"])
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    game = pillars.load_game(asked.game)
    random = np.random.default_rng(asked.seed)
    net = PolicyValue(game, asked.hidden, random)
    memory: collections.deque[Lesson] = collections.deque(maxlen=20_000)
    began = time.monotonic()
    print(f"round 0: policy against random {against_random(net, game, 400, 1):.3f}", flush=True)
    for number in range(1, asked.rounds + 1):
        memory.extend(self_play(net, game, asked.games, asked.simulations, random))
        loss = 0.0
        for _ in range(asked.steps):
            chosen = random.integers(len(memory), size=256)
            loss += net.learn([memory[i] for i in chosen], rate=1e-3) / asked.steps
        score = against_random(net, game, 400, 1)
        print(
            f"round {number}: {len(memory)} positions, loss {loss:.3f}, "
            f"policy against random {score:.3f}, {time.monotonic() - began:.0f} s",
            flush=True,
        )

    def alphazero(state: pillars.State) -> int:
        root = Node(state)
        evaluate(net, [root])
        search(net, [root], asked.simulations)
        return int(root.actions[root.visits.argmax()])

    for opponent in asked.opponents:
        print(play_match(by_steps(alphazero), opponent, pairs=asked.pairs, game=game))


if __name__ == "__main__":
    main()
