"""Matches between bots: duplicate blocks, paired statistics, reproducible reports.

cli, progress             `velodrome arena` and its progress bars
match, duplicate_chance   bots and seats of a match; the same dice and cards in every game of a block
play_game, timing         play a game or a block; measure thinking times
run, workers, store       run a match block by block, in processes or on Ray, and save it
statistics, summary       intervals and tests; the results of a match
report, html_report, svg  the results as text, as JSON, and as a page with plots
fingerprint               identify the code that played
"""
