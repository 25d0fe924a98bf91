"""A thousand workers that answer at once: whether one client and its store keep up."""
