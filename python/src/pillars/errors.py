"""The exceptions of this package. All of them are `PillarsError`."""


class PillarsError(Exception):
    """Base of all exceptions that this package raises on its own account."""


class EngineError(PillarsError):
    """The program cannot be found or started, has died, or answered with an error."""


class IllegalAction(PillarsError, ValueError):
    """An action or turn that is not legal in its position. The text names the legal ones."""
