"""Velvet: two players send stuffed animals to find the Threads of Destiny in each other's hidden kingdom."""
