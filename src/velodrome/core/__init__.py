"""What every game shares: the contract, records, chance, boards, options and texts."""
