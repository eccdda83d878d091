"""Plots by matplotlib. Each function draws into the given axes or new ones, and returns them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pillars.games import load_game
from pillars.runs import Database

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _axes(axes: Axes | None) -> Axes:
    if axes is None:
        from matplotlib import pyplot

        axes = pyplot.subplots(layout="constrained")[1]
    return axes


def strength(records: Sequence[Mapping[str, Any]], axes: Axes | None = None) -> Axes:
    """Draw the score of the first seat by the strength of play.

    Parameters
    ----------
    records : sequence of dict
        The result of `pillars.measure`. Records of type ``seats`` are drawn, as a line for each
        player and measure.
    """
    axes = _axes(axes)
    lines: dict[str, list[tuple[float, float, float, float]]] = {}
    for record in records:
        if record["type"] == "seats" and record["score"]["value"] is not None:
            score = [record["score"][key] for key in ("value", "low", "high")]
            label = f"{record['player']}, {record['measure']}"
            lines.setdefault(label, []).append((record["nodes"] or 1, *score))
    for number, (label, points) in enumerate(lines.items()):
        nodes, value, low, high = zip(*sorted(points), strict=True)
        axes.plot(nodes, value, "o-", color=f"C{number}", label=label)
        axes.fill_between(nodes, low, high, color=f"C{number}", alpha=0.2)
    axes.axhline(0.5, color="grey", linewidth=0.8)
    axes.set(xscale="log", xlabel="nodes per decision")
    axes.set(ylim=(0, 1), ylabel="score of the first seat, with 95 % intervals")
    if lines:
        axes.legend()
    return axes


def evaluation(db: Database, run: str, identity: str, axes: Axes | None = None) -> Axes:
    """Draw the result that each player of a game expected for itself, turn by turn."""
    axes = _axes(axes)
    record, seats = db.record(run, identity), list[int]()
    options = dict(option.split("=", 1) for option in record["options"])
    state = load_game(record["game"], **options).new_initial_state(record["start"])
    for turn in record["turns"].split():
        seats.append(state.current_player())
        state.apply_turn(turn)
    said = [row for row in db.thoughts(run) if row["identity"] == identity]
    for seat, player in enumerate(record["players"]):
        own = [row for row in said if seats[row["turn"] - 1] == seat]
        turns, expected = ([row[column] for row in own] for column in ("turn", "expectation"))
        axes.plot(turns, expected, ".-", label=f"{player} (seat {seat + 1})")
    axes.axhline(0.5, color="grey", linewidth=0.8)
    axes.set(xlabel="turn", ylabel="result that the player expects", ylim=(-0.02, 1.02))
    axes.legend()
    return axes
