"""Measures simulations per second of tree search with networks that cost nothing.

`pillars.Search` is compared with the same search written over `State`, with OpenSpiel's MCTS bot in
Python (its bot in C++ takes no evaluator from Python), and with mctx over pgx on the CPU. Packages
that are not installed are left out. The searches take turns, so that other load slows all of them.

    python benchmarks/search.py
"""

import argparse
import math
import time
from collections.abc import Callable, Iterator

import numpy as np

import pillars

GAME = "pilastri(size=6)"


def batched(n: int, simulations: int, **options) -> Callable[[], int]:
    env = pillars.VectorEnv(GAME, n, autoreset_mode="SameStep")
    env.reset(seed=1)
    rows = n * options.get("leaves", 1)
    logits, values = np.zeros((rows, env.masks.shape[1]), np.float32), np.zeros(rows, np.float32)
    search = pillars.Search(
        env, lambda seen, _: (logits[: len(seen)], values[: len(seen)]), simulations=simulations,
        **options,
    )  # fmt: skip

    def run() -> int:
        env.step(search.run().actions)
        return n * simulations

    return run


class Node:
    """A position of the search over `State`, with statistics of each legal action."""

    def __init__(self, state: pillars.State) -> None:
        self.state, self.actions = state, state.legal_actions()
        self.seat, self.children = state.current_player(), {}
        self.visits, self.totals, self.prior = np.zeros((3, len(self.actions)))

    def select(self) -> int:
        means = self.totals / np.maximum(self.visits, 1)
        bonus = self.prior * (1.25 * math.sqrt(self.visits.sum() + 1)) / (1 + self.visits)
        return int((means + bonus).argmax())


def evaluate(nodes: list[Node]) -> None:
    """Make a batch of observations and masks, as a network wants them, and set uniform priors."""
    masks = np.zeros((len(nodes), nodes[0].state.get_game().num_distinct_actions()), bool)
    for mask, node in zip(masks, nodes, strict=True):
        mask[node.actions] = True
        node.prior = np.full(len(node.actions), 1 / max(1, len(node.actions)))
    np.stack([node.state.observation() for node in nodes])


def over_states(n: int, simulations: int) -> Callable[[], int]:
    game = pillars.load_game(GAME)

    def run() -> int:
        roots = [Node(game.new_initial_state()) for _ in range(n)]
        evaluate(roots)
        for _ in range(simulations):
            paths, leaves = [], []
            for node in roots:
                paths.append([])
                while True:
                    place = node.select()
                    paths[-1].append((node, place))
                    if place not in node.children or not node.children[place].actions:
                        break
                    node = node.children[place]
                if place not in node.children:
                    node.children[place] = Node(node.state.child(node.actions[place]))
                    leaves.append(node.children[place])
            evaluate(leaves)
            for path in paths:
                for node, place in path:
                    node.visits[place] += 1
        return n * simulations

    return run


def open_spiel(simulations: int) -> Callable[[], int]:
    import pyspiel
    from open_spiel.python.algorithms import mcts

    class Nothing(mcts.Evaluator):
        def evaluate(self, state):
            return [0.0, 0.0]

        def prior(self, state):
            legal = state.legal_actions()
            return [(action, 1 / len(legal)) for action in legal]

    game = pyspiel.load_game("breakthrough(rows=6,columns=6)")
    bot = mcts.MCTSBot(game, 1.25, simulations, Nothing(), False, np.random.RandomState(1))

    def run() -> int:
        bot.step(game.new_initial_state())
        return simulations

    return run


def with_jax(n: int, simulations: int) -> Callable[[], int]:
    import jax
    import jax.numpy as jnp
    import mctx
    import pgx

    env = pgx.make("othello")  # 64 squares, 65 actions
    states = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), n))
    step = jax.vmap(env.step)

    def recurrent(_, key, action, state):
        seat, state = state.current_player, step(state, action)
        discount = jnp.where(state.terminated, 0.0, -1.0)
        reward = state.rewards[jnp.arange(n), seat]
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        output = mctx.RecurrentFnOutput(
            reward=reward, discount=discount, prior_logits=logits, value=jnp.zeros(n)
        )
        return output, state

    @jax.jit
    def search(key, state):
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        root = mctx.RootFnOutput(prior_logits=logits, value=jnp.zeros(n), embedding=state)
        return mctx.gumbel_muzero_policy(
            None, key, root, recurrent, simulations, ~state.legal_action_mask
        ).action

    def run() -> int:
        search(jax.random.PRNGKey(1), states).block_until_ready()
        return n * simulations

    return run


def searches(n: int, simulations: int) -> Iterator[tuple[str, Callable[[], int]]]:
    title = f"pillars.Search, {n} games of Pilastri 6 x 6"
    yield f"{title}, Gumbel", batched(n, simulations)
    yield f"{title}, Gumbel, 16 leaves", batched(n, simulations, leaves=16)
    yield f"{title}, PUCT", batched(n, simulations, gumbel=False)
    yield f"the same over State, {n // 8} games, PUCT", over_states(n // 8, simulations)
    for name, make in (
        ("OpenSpiel's MCTS bot in Python, Breakthrough 6 x 6", lambda: open_spiel(simulations)),
        (f"mctx and pgx, {n} games of Othello 8 x 8", lambda: with_jax(n, simulations)),
    ):
        try:
            yield name, make()
        except ImportError:
            continue


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--simulations", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    runs = list(searches(asked.games, asked.simulations))
    best = dict.fromkeys((title for title, _ in runs), 0.0)
    for _ in range(asked.rounds + 1):  # compilation and growing memory make the first round slow
        for title, run in runs:
            made, began = 0, time.perf_counter()
            while (spent := time.perf_counter() - began) < 0.3:
                made += run()
            best[title] = max(best[title], made / spent)
    for title, rate in best.items():
        print(f"{title:58}{rate:>16,.0f}")


if __name__ == "__main__":
    main()
