"""From what a user typed to devices and points: as the Python interface does it."""

from aesculus.api.naming import device_list, legal_point, points_of

__all__ = ["device_list", "legal_point", "points_of"]
