"""Pillars: four abstract board games for research, from Python.

`load_game` makes games and states; `VectorEnv` plays thousands of games at once, `GameEnv` one
against a player of the program; `Search` searches many games with a network of your own; `Player`,
`analyze`, `solve`, `play_match`, `tournament`, `sprt`, `selfplay` and `measure` run the program's
players and tournaments; `serve_ugi` makes a Python function an engine; `open_db` reads stored runs.
Modules that need other packages
must be imported by name: `pillars.pettingzoo`, `pillars.openspiel`, `pillars.plots`,
`pillars.learn`.
"""

from pillars.engine import program
from pillars.errors import EngineError, IllegalAction, PillarsError
from pillars.games import Game, State, list_games, load_game
from pillars.match import (
    Estimate,
    Match,
    Standings,
    measure,
    play_match,
    selfplay,
    sprt,
    tournament,
)
from pillars.players import Analysis, Player, analyze, solve
from pillars.runs import Database, open_db
from pillars.search import Found, Search
from pillars.single import GameEnv
from pillars.ugi import Position, by_steps, serve_ugi
from pillars.vector import VectorEnv

__version__ = "0.1.0"
__all__ = [
    "Analysis", "Database", "EngineError", "Estimate", "Found", "Game", "GameEnv", "IllegalAction",
    "Match", "PillarsError", "Player", "Position", "Search", "Standings", "State", "VectorEnv",
    "analyze", "by_steps", "list_games", "load_game", "measure", "open_db",
    "play_match", "program", "selfplay", "serve_ugi", "solve", "sprt", "tournament",
]  # fmt: skip
