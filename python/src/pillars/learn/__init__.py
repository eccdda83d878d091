"""Networks: what they learn from, as arrays; their files; trainers.

`load_examples` and `make_examples` bring stored games as arrays, `Network` reads and writes the
files that players take (``weights=FILE``), and `train` trains one in numpy;
`pillars.learn.torch_trainer` does the same with PyTorch.
"""

from pillars.learn.examples import Examples, load_examples, make_examples
from pillars.learn.network import Network
from pillars.learn.trainer import Options, Trained, train

__all__ = ["Examples", "Network", "Options", "Trained", "load_examples", "make_examples", "train"]
