"""Lessons: a game in a few positions, each with a goal. Pure; the rules judge every try.

A lesson is a TOML file: positions in the words of the public contract, a goal, what is said, a
solution and some wrong tries. Solutions never leave the server. Tests prove that each of them
reaches its goal and that each wrong try is refused for the reason its text speaks of.
"""
