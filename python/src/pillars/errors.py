"""The exceptions of this package. All of them are `PillarsError`."""


class PillarsError(Exception):
    """Base class of all exceptions of this package."""


class EngineError(PillarsError):
    """The program cannot be found or started, has died, or answered with an error."""


class IllegalAction(PillarsError, ValueError):
    """An action or turn that is not legal in its position. The text names the legal ones."""
