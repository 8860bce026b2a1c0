"""The package cerrado-cuda: ``cerrado._core`` with kernels for GPUs. ``import cerrado`` takes it where it is installed."""

__version__ = "0.2.0"
