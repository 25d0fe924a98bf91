"""Verification of a design point: NIST vectors and a second implementation, in simulation."""

from aesculus.verify.fingerprint import netlist_fingerprint, rtl_fingerprint, verify_fingerprint
from aesculus.verify.stages import verify_netlist, verify_rtl

__all__ = [
    "netlist_fingerprint",
    "rtl_fingerprint",
    "verify_fingerprint",
    "verify_netlist",
    "verify_rtl",
]
