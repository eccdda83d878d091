"""Training of networks that evaluate positions.

`load_examples` and `make_examples` return positions of stored games as arrays. `Network` reads and
writes the files that players take (``weights=FILE``). `pillars.learn.torch_trainer` trains networks
with PyTorch; ``pillars tune network`` does the same without.
"""

from pillars.learn.examples import Examples, load_examples, make_examples
from pillars.learn.network import Network

__all__ = ["Examples", "Network", "load_examples", "make_examples"]
