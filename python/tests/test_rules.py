"""Compares the rules of the program with slow models, written from the text of the rules.

PILLARS_GAMES=2000 plays so many games of each kind to their end; without it a few, and long ones
only in part.
"""

import os
import random
import zlib

import numpy as np
import pytest
from models.pilastri import Pilastri
from models.pit import Pit
from models.pit_of_pillars import PitOfPillars
from models.pylyx import Pylyx

import pillars

GAMES = int(os.environ.get("PILLARS_GAMES", "0"))
FEW, STEPS = 4, 80  # numbers of games and steps without that variable
AT_ONCE = 50
CASES = {
    **{f"pilastri(size={n})": Pilastri for n in (4, 6, 8)},
    "pilastri(files=7,ranks=2)": Pilastri,
    "pilastri(size=4,jumpers=high)": Pilastri,
    **{f"pit-of-pillars(size={n})": PitOfPillars for n in (4, 5, 6, 7, 8)},
    "pit-of-pillars(size=4,reserve=2,repetition=2,cap=40)": PitOfPillars,
    **{f"pylyx(size={n})": Pylyx for n in (6, 8, 10, 12)},
    "pylyx(size=8,reach=1,repetition=2)": Pylyx,
    **{f"pit(players={n})": Pit for n in (2, 3, 4)},
}


def options_of(text):
    inner = text.partition("(")[2].rstrip(")")
    return dict(option.split("=") for option in inner.split(","))


class Interfaces:
    """The same games in the model and through all interfaces of the package."""

    def __init__(self, text, count, seed):
        self.model, self.options = CASES[text], options_of(text)
        self.game = pillars.load_game(text)
        self.models = [self.model(**self.options) for _ in range(count)]
        self.states = [self.game.new_initial_state() for _ in range(count)]
        self.vector = pillars.VectorEnv(self.game, count, autoreset_mode="SameStep", copy=False)
        self.zoo = self.environments(count)
        self.spiel = self.spiel_states(text, count)
        self.rng = random.Random(seed)

    def environments(self, count):
        try:
            from pillars.pettingzoo import aec_env
        except ImportError:
            return [None] * count
        found = [aec_env(self.game) for _ in range(count)]
        for environment in found:
            environment.reset()
        return found

    def spiel_states(self, text, count):
        try:
            import pyspiel

            from pillars.openspiel import register
        except ImportError:
            return [None] * count
        register()
        given = {
            name: v if name in ("reach", "jumpers") else int(v) for name, v in self.options.items()
        }
        name = text.partition("(")[0].replace("-", "_")
        game = pyspiel.load_game(f"pillars_{name}", given)
        return [game.new_initial_state() for _ in range(count)]

    def compare(self, i):
        """Compare the legal actions in game i, and return one of them at random."""
        state, vector = self.states[i], self.vector
        legal = state.legal_actions()
        assert len(legal) == vector.counts[i], state
        assert sorted(vector.legal[i, : len(legal)]) == legal
        assert np.flatnonzero(vector.masks[i]).tolist() == legal
        assert vector.seats[i] == state.current_player() == self.models[i].player
        assert state.starts_turn() == self.models[i].starts_turn()
        texts = [state.action_to_string(action) for action in legal]
        assert sorted(texts) == sorted(self.models[i].legal()), state
        if self.zoo[i]:
            observed, _, _, _, _ = self.zoo[i].last()
            assert np.flatnonzero(observed["action_mask"]).tolist() == legal
            assert (observed["observation"] == vector.observations[i]).all()
        if self.spiel[i]:
            assert self.spiel[i].legal_actions() == legal
            assert self.spiel[i].current_player() == state.current_player()
        if vector.steps[i] % 20 == 7:
            assert str(state) == self.models[i].text()
            again = self.model(self.models[i].text(), **self.options)
            assert again.text() == str(state) and sorted(again.legal()) == sorted(texts)
        return self.rng.choice(legal)

    def play(self, i, action):
        self.models[i].play(self.states[i].action_to_string(action))
        self.states[i].apply_action(action)
        if self.zoo[i]:
            self.zoo[i].step(action)
        if self.spiel[i]:
            self.spiel[i].apply_action(action)

    def finished(self, i):
        """Tell whether game i has ended. The model and all interfaces must agree on the result."""
        scores = self.models[i].scores()
        over = scores is not None
        ended = self.vector.terminations[i] or self.vector.truncations[i]
        assert over == self.states[i].is_terminal() == ended, self.states[i]
        if over:
            returns = [2 * score - 1 for score in scores]
            assert self.states[i].returns() == pytest.approx(returns)
            assert self.vector.seat_rewards[i].tolist() == pytest.approx(returns)
            if self.zoo[i]:
                assert list(self.zoo[i].unwrapped.rewards.values()) == pytest.approx(returns)
            if self.spiel[i]:
                assert self.spiel[i].returns() == pytest.approx(returns)
        if self.spiel[i]:
            assert self.spiel[i].is_terminal() == over
        return over

    def run(self, steps):
        """Play all games to the end, or a number of steps; return how many have ended."""
        going = set(range(len(self.models)))
        while going and steps:
            steps -= 1
            actions = self.vector.legal[:, 0].copy()  # ended games continue in the vector alone
            for i in going:
                actions[i] = self.compare(i)
                self.play(i, int(actions[i]))
            self.vector.step(actions)
            going = {i for i in going if not self.finished(i)}
        self.vector.close()
        return len(self.models) - len(going)


@pytest.mark.parametrize("text", CASES)
def test_model_and_program_agree(text, seed):
    left, batch = GAMES or FEW, 0
    while left > 0:
        count = min(left, AT_ONCE)
        games = Interfaces(text, count, seed=zlib.crc32(f"{text}{batch} {seed}".encode()))
        ended = games.run(-1 if GAMES else STEPS)
        assert ended == count or not GAMES
        left, batch = left - count, batch + 1
