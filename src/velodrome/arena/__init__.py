"""Matches between bots whose every figure can be reproduced: duplicate blocks, paired statistics, reports.

command         `velodrome arena`; bars shows how far it is
match           what is played, and who sits where; room plays one game of it, with the chance of luck
contest         block after block, by workers (here, in processes, on Ray), kept by store
figures         intervals and tests; summary makes a match's figures with them
report          these as text and JSON; page and plot as HTML
clock, code     how long bots took; which code played
"""
