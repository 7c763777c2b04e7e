"""Tiles, tables and opponents as SVG pictures; ``tiles`` draws the faces of the tiles."""
