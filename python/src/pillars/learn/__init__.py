"""Training of networks that evaluate positions.

`load_examples` and `make_examples` return positions of stored games as arrays. `Network` reads and
writes the files that players take (``weights=FILE``). `train` trains a network in numpy;
`pillars.learn.torch_trainer` does the same with PyTorch.
"""

from pillars.learn.examples import Examples, load_examples, make_examples
from pillars.learn.network import Network
from pillars.learn.trainer import Options, Trained, train

__all__ = ["Examples", "Network", "Options", "Trained", "load_examples", "make_examples", "train"]
