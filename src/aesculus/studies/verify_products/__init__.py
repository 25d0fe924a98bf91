"""The campaign that verifies modes and buses around cores, RTL and netlists."""
