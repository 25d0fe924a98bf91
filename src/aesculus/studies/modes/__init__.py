"""Area, clock and rate of every mode of operation, and of buses around one."""
