"""What may be too full, by halves: for a search that needs an answer before the best answer."""

from collections.abc import Mapping

from aesculus.metrics import with_area
from aesculus.search.filling import USUAL, Filling


class Halving(Filling):
    """Which designs may be too full for a device, as far as nobody knows yet.

    Between the fullest design that was routed and the least full one that could not be lies what
    may go either way. A search that tries the fullest of these first comes down one failure at a
    time; one that tries the lower half first halves what is not known with each route.
    """

    @property
    def failed(self) -> bool:
        """Whether anything is known that could not be routed for being too full."""
        return any(share < USUAL for share in self._failed.values())

    def doubted(self, figures: Mapping[str, float]) -> bool:
        """Return whether a design lies in the upper half of what may go either way, or beyond.

        Args:
            figures: its counts, measured or expected, by the names of `catalogue.AIMS`.
        """
        told, most = with_area(figures), self._device.most
        return any(
            told[name] > max(routed, (routed + self._failed[name]) / 2) * most[name]
            for name, routed in self._routed.items()
            if name in told and self._failed[name] < USUAL
        )
