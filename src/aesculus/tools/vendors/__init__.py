"""Vendors' tools, a file each: their projects, what they are told, the reports that they leave.

None of them comes with this package: they are looked for on PATH.
"""

from aesculus.tools.vendors.base import Task, Vendor
from aesculus.tools.vendors.diamond import VENDOR as DIAMOND
from aesculus.tools.vendors.gowin import VENDOR as GOWIN
from aesculus.tools.vendors.quartus import VENDOR as QUARTUS
from aesculus.tools.vendors.radiant import VENDOR as RADIANT
from aesculus.tools.vendors.vivado import VENDOR as VIVADO

VENDORS = {vendor.name: vendor for vendor in (VIVADO, QUARTUS, RADIANT, DIAMOND, GOWIN)}
"""The tools, by name."""

__all__ = ["VENDORS", "Task", "Vendor"]
