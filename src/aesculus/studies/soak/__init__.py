"""Two hours of work with killed workers and a store that is copied meanwhile."""
