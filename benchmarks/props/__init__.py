"""What several benchmarks stand on: servers, a house, tables with people, their letters."""
