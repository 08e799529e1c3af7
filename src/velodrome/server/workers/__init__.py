"""Bot processes, and the fair queue in front of them."""
