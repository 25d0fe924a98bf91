"""The scoreboard of the search strategies."""
