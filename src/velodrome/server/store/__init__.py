"""Every database table and every SQL statement."""
