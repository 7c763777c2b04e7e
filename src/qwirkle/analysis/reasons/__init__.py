"""Reasons why one turn is better than another: facts about the two, each with its sentence."""
