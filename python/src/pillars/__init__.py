"""Pillars: four abstract board games for research, from Python."""

from pillars.engine import program
from pillars.errors import EngineError, IllegalAction, PillarsError
from pillars.games import Game, State, list_games, load_game
from pillars.vector import VectorEnv

__version__ = "0.1.0"
__all__ = [
    "EngineError",
    "Game",
    "IllegalAction",
    "PillarsError",
    "State",
    "VectorEnv",
    "list_games",
    "load_game",
    "program",
]
