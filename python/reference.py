"""Writes REFERENCE.md from the docstrings of the package: `python reference.py`."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import pillars

MODULES = ["pettingzoo", "openspiel", "plots", "learn"]  # imported by name
FILE = Path(__file__).with_name("REFERENCE.md")


def signature(name: str, thing: object) -> str:
    """Return the name with parameters, without types."""
    try:
        parameters = inspect.signature(thing).parameters.values()  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return name
    shown = [p.replace(annotation=p.empty) for p in parameters if p.name != "self"]
    return name + str(inspect.Signature(shown)).replace(" -> None", "")


def entry(name: str, thing: object, level: str) -> list[str]:
    """Return the section of a function or class, with the public methods of a class."""
    text = inspect.getdoc(thing) or ""
    lines = [f"{level} `{signature(name, thing)}`", "", "```text", text, "```", ""]
    if inspect.isclass(thing) and not issubclass(thing, BaseException | tuple):
        for method, value in vars(thing).items():
            if not method.startswith("_") and inspect.isfunction(value):
                summary = " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())
                lines += [f"- `{signature(method, value)}`: {summary}"]
        lines += [""]
    return lines


def page() -> str:
    """Return the whole page."""
    lines = ["# Reference of the package for Python", ""]
    lines += ["Made from the docstrings by `python reference.py`.", ""]
    for name in pillars.__all__:
        lines += entry(name, getattr(pillars, name), "##")
    for name in MODULES:
        module = importlib.import_module(f"pillars.{name}")
        lines += [f"## pillars.{name}", "", inspect.getdoc(module) or "", ""]
        names = getattr(module, "__all__", None) or [
            key
            for key, value in vars(module).items()
            if not key.startswith("_")
            and getattr(value, "__module__", "").startswith(module.__name__)
        ]
        for key in names:
            if callable(getattr(module, key)):
                lines += entry(f"{name}.{key}", getattr(module, key), "###")
    return "\n".join(lines)


if __name__ == "__main__":
    FILE.write_text(page())
