"""Which point next: spaces, the analytic model, strategies and their scoreboard."""
