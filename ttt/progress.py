"""A bar that shows how far something is."""

from tqdm import tqdm


class Bar(tqdm):
    """A bar without a thread of its own, which a browser could not have."""

    monitor_interval = 0
