"""Lessons: a game in a few positions, each with a goal. Pure; the rules judge every attempt.

A lesson is a TOML file: positions in the form of the public contract, a goal, texts, a solution and
some wrong attempts. Solutions never leave the server. Tests prove that each solution reaches its
goal and that each wrong attempt is refused for the reason that its text gives.
"""
