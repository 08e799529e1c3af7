"""Every database table, every SQL statement and every schema migration."""
