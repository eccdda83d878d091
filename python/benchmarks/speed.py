"""Measures steps per second with random actions, and compares OpenSpiel and PettingZoo games.

On Linux it also prints how many bytes of the program's memory a game takes, without its arrays.

Run it on a machine that does nothing else: python benchmarks/speed.py [--seconds 2] [--n 4096]
Packages that are not installed are left out. Each line is the best of three measurements, since
other programs can only slow a measurement down.
"""

import argparse
import os
import platform
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

import pillars

GAMES = [("Pilastri 6 x 6", "pilastri(size=6)"), ("Pit of Pillars 8 x 8", "pit-of-pillars(size=8)")]


def rate(run: Callable[[], int], seconds: float) -> float:
    """Return the best of three measurements, in steps per second.

    Each call of `run` plays some steps and returns their number.
    """
    best = 0.0
    run()
    for _ in range(3):
        steps, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds / 3:
            steps += run()
        best = max(best, steps / spent)
    return best


def vectors(n: int) -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield a title and a function for `rate`, for each game in a `VectorEnv`."""
    for title, game in GAMES:
        env = pillars.VectorEnv(game, n, seed=1, copy=False)
        rng = np.random.default_rng(1)
        rows = np.arange(n) * env.legal.shape[1]
        legal = env.legal.reshape(-1)

        def numpy_draws(env=env, rng=rng, rows=rows, legal=legal) -> int:
            env.step(legal.take(rows + (rng.random(n) * env.counts).astype(np.int64)))
            return n

        def go_draws(env=env) -> int:
            env.step_random(10)
            return 10 * n

        yield f"{title}, {n} games, actions drawn by numpy", numpy_draws
        yield f"{title}, {n} games, actions drawn in Go", go_draws
        env.close()


def states() -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield a title and a function for `rate`, for single states here and in OpenSpiel."""
    games = [(title, pillars.load_game(game)) for title, game in GAMES]
    try:
        import pyspiel

        for name in ("breakthrough", "amazons"):
            games.append((f"OpenSpiel's {name}", pyspiel.load_game(name)))
    except ImportError:
        pass
    for title, game in games:
        yield f"{title}, one state", one_state(game, False)
        yield f"{title}, one state, observation and mask", one_state(game, True)


def one_state(game, seen: bool) -> Callable[[], int]:
    choose = random.Random(1).random

    def play() -> int:
        state = game.new_initial_state()
        observe = getattr(state, "observation", state.observation_tensor)
        steps = 0
        while steps < 1000 and (legal := state.legal_actions()):
            if seen:
                observe()
                state.legal_actions_mask()
            state.apply_action(legal[int(choose() * len(legal))])
            steps += 1
        return steps

    return play


def environments() -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield a title and a function for `rate`, for environments of PettingZoo."""
    try:
        from pettingzoo.classic import connect_four_v3

        from pillars.pettingzoo import aec_env
    except ImportError:
        return
    yield "PettingZoo's connect four", one_environment(connect_four_v3.env())
    for title, game in GAMES:
        yield f"{title} in PettingZoo", one_environment(aec_env(game))


def one_environment(env) -> Callable[[], int]:
    rng = np.random.default_rng(1)

    def play() -> int:
        env.reset(seed=1)
        steps = 0
        for _ in env.agent_iter(500):
            observation, _, over, cut, _ = env.last()
            if over or cut:
                break
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
        return steps

    return play


def resident(game: str, n: int) -> int:
    """Return the program's resident bytes with n games after 300 steps each, without arrays."""
    with pillars.VectorEnv(game, n, seed=1) as env:
        env.step_random(300)
        status = Path(f"/proc/{env._engine._process.pid}/status").read_text()
        arrays = sum(array.nbytes for array in vars(env).values() if isinstance(array, np.ndarray))
    return int(status.split("VmRSS:")[1].split()[0]) * 1024 - arrays


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each line")
    parser.add_argument("--n", type=int, default=4096, help="games in a vector")
    given = parser.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores; observations and masks")
    print(f"{'':58}{'steps a second':>16}")
    for lines in (vectors(given.n), states(), environments()):
        for title, run in lines:
            print(f"{title:58}{rate(run, given.seconds):>16,.0f}", flush=True)
    few, many = given.n, 16 * given.n
    for title, game in GAMES if Path("/proc/self/status").exists() else ():
        size = (resident(game, many) - resident(game, few)) / (many - few)
        print(f"{title + ', bytes a game beside the arrays':58}{size:>16,.0f}", flush=True)


if __name__ == "__main__":
    main()
