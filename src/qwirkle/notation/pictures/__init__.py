"""Tiles, tables and opponents as SVG pictures."""
