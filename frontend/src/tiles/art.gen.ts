// Made by frontend/art.py from src/qwirkle/notation/pictures/tiles.py. Do not edit.

/** The looks of the tiles. */
export const TILE_FACES = ["colour", "two-shape", "colour-letter", "high-contrast"] as const;
export type TileFace = (typeof TILE_FACES)[number];
export const BLOCK = "#17181b";
export const BONE = "#f7f4ec";
export const EDGE_LIGHT = "#63656d";
export const LIGHT_DISC = "BGR";
export const DISC = 28;
export const INNER: Readonly<Record<string, string>> = {
  "B": "d",
  "G": "c",
  "O": "o",
  "P": "x",
  "R": "s",
  "Y": "b"
};
export const INK: Readonly<Record<string, string>> = {
  "B": "#3f8ef8",
  "G": "#66e47e",
  "O": "#ef8b21",
  "P": "#a327d7",
  "R": "#e14145",
  "Y": "#ffeb24"
};
export const LETTER: Readonly<Record<string, string>> = {
  "B": "M-10-17H1A8.5 8.5 0 0 1 1 0H-10M1 0A8.5 8.5 0 0 1 1 17H-10V-17",
  "G": "M10-11A12.5 17 0 1 0 12 4V3H2",
  "O": "M0-17A12.5 17 0 1 1 0 17A12.5 17 0 1 1 0-17Z",
  "P": "M-10 17V-17H1A10 10 0 0 1 1 3H-10",
  "R": "M-10 17V-17H1A9.5 9.5 0 0 1 1 2H-10M1 2L11 17",
  "Y": "M-13-17L0 1L13-17M0 1V17"
};
export const OUTLINE: Readonly<Record<string, string>> = {
  "b": "M0 -38L8 -19.4L26.9 -26.9L19.4 -8L38 -0L19.4 8L26.9 26.9L8 19.4L0 38L-8 19.4L-26.9 26.9L-19.4 8L-38 0L-19.4 -8L-26.9 -26.9L-8 -19.4Z",
  "c": "M-15-15A16 16 0 1 1 15-15A16 16 0 1 1 15 15A16 16 0 1 1-15 15A16 16 0 1 1-15-15Z",
  "d": "M0-38L38 0L0 38L-38 0Z",
  "o": "M-32 0A32 32 0 1 1 32 0A32 32 0 1 1-32 0Z",
  "s": "M-28-28H28V28H-28Z",
  "x": "M0-15L30-36L36-30L15 0L36 30L30 36L0 15L-30 36L-36 30L-15 0L-36-30L-30-36Z"
};
export const STOUT: Readonly<Record<string, string>> = {
  "b": "M0 -45L11.1 -26.8L31.8 -31.8L26.8 -11.1L45 -0L26.8 11.1L31.8 31.8L11.1 26.8L0 45L-11.1 26.8L-31.8 31.8L-26.8 11.1L-45 0L-26.8 -11.1L-31.8 -31.8L-11.1 -26.8Z",
  "c": "M-19-19A19.5 19.5 0 1 1 19-19A19.5 19.5 0 1 1 19 19A19.5 19.5 0 1 1-19 19A19.5 19.5 0 1 1-19-19Z",
  "d": "M0-46L46 0L0 46L-46 0Z",
  "o": "M-40 0A40 40 0 1 1 40 0A40 40 0 1 1-40 0Z",
  "s": "M-36-36H36V36H-36Z",
  "x": "M0-22L34-42L42-34L22 0L42 34L34 42L0 22L-34 42L-42 34L-22 0L-42-34L-34-42Z"
};
export const BOLD: Readonly<Record<string, string>> = {
  "b": "M0 -47L9.9 -24L33.2 -33.2L24 -9.9L47 -0L24 9.9L33.2 33.2L9.9 24L0 47L-9.9 24L-33.2 33.2L-24 9.9L-47 0L-24 -9.9L-33.2 -33.2L-9.9 -24Z",
  "c": "M-18-18A20 20 0 1 1 18-18A20 20 0 1 1 18 18A20 20 0 1 1-18 18A20 20 0 1 1-18-18Z",
  "d": "M0-46L46 0L0 46L-46 0Z",
  "o": "M-42 0A42 42 0 1 1 42 0A42 42 0 1 1-42 0Z",
  "s": "M-40-40H40V40H-40Z",
  "x": "M0-18L33-45L45-33L18 0L45 33L33 45L0 18L-33 45L-45 33L-18 0L-45-33L-33-45Z"
};
export const SMALL: Readonly<Record<string, string>> = {
  "b": "M0 -23L3.6 -8.8L16.3 -16.3L8.8 -3.6L23 -0L8.8 3.6L16.3 16.3L3.6 8.8L0 23L-3.6 8.8L-16.3 16.3L-8.8 3.6L-23 0L-8.8 -3.6L-16.3 -16.3L-3.6 -8.8Z",
  "c": "M-6-6A9 9 0 1 1 6-6A9 9 0 1 1 6 6A9 9 0 1 1-6 6A9 9 0 1 1-6-6Z",
  "d": "M0-22L22 0L0 22L-22 0Z",
  "o": "M-16 0A16 16 0 1 1 16 0A16 16 0 1 1-16 0Z",
  "s": "M-15-15H15V15H-15Z",
  "x": "M0-6L12-18L18-12L6 0L18 12L12 18L0 6L-12 18L-18 12L-6 0L-18-12L-12-18Z"
};
export const ANIMALS: Readonly<Record<string, string>> = {
  "fox": "<path d=\"M22 17L44 34H56L78 17C83 34 85 48 81 56L50 86L19 56C15 48 17 34 22 17Z\" fill=\"#f7f4ec\"/><path d=\"M27 27L38 36L27 44Z\" fill=\"#17181b\"/><path d=\"M73 27L62 36L73 44Z\" fill=\"#17181b\"/><path d=\"M19 56Q35 54 44 69L50 86ZM81 56Q65 54 56 69L50 86Z\" fill=\"#a99f8f\"/><circle cx=\"35\" cy=\"53\" r=\"4.5\" fill=\"#17181b\"/><circle cx=\"36.575\" cy=\"51.425\" r=\"1.575\" fill=\"#f7f4ec\"/><circle cx=\"65\" cy=\"53\" r=\"4.5\" fill=\"#17181b\"/><circle cx=\"66.575\" cy=\"51.425\" r=\"1.575\" fill=\"#f7f4ec\"/><path d=\"M42.5 75Q50 71 57.5 75L50 86Z\" fill=\"#17181b\"/>",
  "frog": "<circle cx=\"30\" cy=\"33\" r=\"14\" fill=\"#f7f4ec\"/><circle cx=\"70\" cy=\"33\" r=\"14\" fill=\"#f7f4ec\"/><path d=\"M50 32C78 32 86 46 86 57C86 72 70 80 50 80C30 80 14 72 14 57C14 46 22 32 50 32Z\" fill=\"#f7f4ec\"/><circle cx=\"30\" cy=\"33\" r=\"7\" fill=\"#17181b\"/><circle cx=\"32.45\" cy=\"30.55\" r=\"2.45\" fill=\"#f7f4ec\"/><circle cx=\"70\" cy=\"33\" r=\"7\" fill=\"#17181b\"/><circle cx=\"72.45\" cy=\"30.55\" r=\"2.45\" fill=\"#f7f4ec\"/><path d=\"M24 58Q50 76 76 58\" fill=\"none\" stroke=\"#17181b\" stroke-width=\"4.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/><circle cx=\"45\" cy=\"49\" r=\"2\" fill=\"#17181b\"/><circle cx=\"55\" cy=\"49\" r=\"2\" fill=\"#17181b\"/>",
  "hedgehog": "<path d=\"M50 9L57 21L67 13L69 26L81 23L79 35L90 39L82 48L91 57L81 62L84 73L72 73L69 84L50 80L31 84L28 73L16 73L19 62L9 57L18 48L10 39L21 35L19 23L31 26L33 13L43 21Z\" fill=\"#a99f8f\"/><path d=\"M50 44C56 34 76 38 74 56C73 70 62 82 50 82C38 82 27 70 26 56C24 38 44 34 50 44Z\" fill=\"#f7f4ec\"/><circle cx=\"38\" cy=\"56\" r=\"4.5\" fill=\"#17181b\"/><circle cx=\"39.575\" cy=\"54.425\" r=\"1.575\" fill=\"#f7f4ec\"/><circle cx=\"62\" cy=\"56\" r=\"4.5\" fill=\"#17181b\"/><circle cx=\"63.575\" cy=\"54.425\" r=\"1.575\" fill=\"#f7f4ec\"/><circle cx=\"50\" cy=\"68\" r=\"5.5\" fill=\"#17181b\"/><path d=\"M43 75Q50 79 57 75\" fill=\"none\" stroke=\"#17181b\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
  "octopus": "<path d=\"M32 58Q30 74 17 70M40 60Q40 82 28 84M60 60Q60 82 72 84M68 58Q70 74 83 70\" fill=\"none\" stroke=\"#a99f8f\" stroke-width=\"9\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/><path d=\"M50 60V86\" fill=\"none\" stroke=\"#a99f8f\" stroke-width=\"9\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/><path d=\"M50 12C72 12 80 28 78 42C77 52 72 56 72 66H28C28 56 23 52 22 42C20 28 28 12 50 12Z\" fill=\"#f7f4ec\"/><circle cx=\"37\" cy=\"44\" r=\"6\" fill=\"#17181b\"/><circle cx=\"39.1\" cy=\"41.9\" r=\"2.1\" fill=\"#f7f4ec\"/><circle cx=\"63\" cy=\"44\" r=\"6\" fill=\"#17181b\"/><circle cx=\"65.1\" cy=\"41.9\" r=\"2.1\" fill=\"#f7f4ec\"/><path d=\"M43 56Q50 61 57 56\" fill=\"none\" stroke=\"#17181b\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
  "otter": "<circle cx=\"24\" cy=\"36\" r=\"9\" fill=\"#a99f8f\"/><circle cx=\"76\" cy=\"36\" r=\"9\" fill=\"#a99f8f\"/><path d=\"M50 22C74 22 82 38 82 54C82 72 68 82 50 82C32 82 18 72 18 54C18 38 26 22 50 22Z\" fill=\"#f7f4ec\"/><path d=\"M50 54C64 54 70 60 70 67C70 75 62 79 50 79C38 79 30 75 30 67C30 60 36 54 50 54Z\" fill=\"#a99f8f\"/><circle cx=\"34\" cy=\"46\" r=\"4.5\" fill=\"#17181b\"/><circle cx=\"35.575\" cy=\"44.425\" r=\"1.575\" fill=\"#f7f4ec\"/><circle cx=\"66\" cy=\"46\" r=\"4.5\" fill=\"#17181b\"/><circle cx=\"67.575\" cy=\"44.425\" r=\"1.575\" fill=\"#f7f4ec\"/><path d=\"M41 55Q50 51 59 55Q57 63 50 64Q43 63 41 55Z\" fill=\"#17181b\"/><path d=\"M50 63V68M41 69Q46 73 50 68Q54 73 59 69\" fill=\"none\" stroke=\"#17181b\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/><path d=\"M29 62L12 58M29 68L13 70M71 62L88 58M71 68L87 70\" fill=\"none\" stroke=\"#f7f4ec\" stroke-width=\"2.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
  "owl": "<path d=\"M20 16Q34 24 50 24Q66 24 80 16Q86 34 82 48C84 74 70 88 50 88C30 88 16 74 18 48Q14 34 20 16Z\" fill=\"#a99f8f\"/><circle cx=\"34\" cy=\"46\" r=\"18\" fill=\"#f7f4ec\"/><circle cx=\"66\" cy=\"46\" r=\"18\" fill=\"#f7f4ec\"/><circle cx=\"34\" cy=\"46\" r=\"9\" fill=\"#17181b\"/><circle cx=\"37.15\" cy=\"42.85\" r=\"3.15\" fill=\"#f7f4ec\"/><circle cx=\"66\" cy=\"46\" r=\"9\" fill=\"#17181b\"/><circle cx=\"69.15\" cy=\"42.85\" r=\"3.15\" fill=\"#f7f4ec\"/><path d=\"M44 55H56L50 67Z\" fill=\"#17181b\"/><path d=\"M36 72Q40 77 44 72M46 79Q50 84 54 79M56 72Q60 77 64 72\" fill=\"none\" stroke=\"#17181b\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
  "rabbit": "<path d=\"M38 48C26 40 24 14 32 10C42 7 48 30 47 46Z\" fill=\"#f7f4ec\"/><path d=\"M62 48C74 40 76 14 68 10C58 7 52 30 53 46Z\" fill=\"#f7f4ec\"/><path d=\"M38 42C32 34 30 20 34 17C39 16 43 30 43 42Z\" fill=\"#a99f8f\"/><path d=\"M62 42C68 34 70 20 66 17C61 16 57 30 57 42Z\" fill=\"#a99f8f\"/><path d=\"M50 40C70 40 76 52 76 62C76 76 66 86 50 86C34 86 24 76 24 62C24 52 30 40 50 40Z\" fill=\"#f7f4ec\"/><circle cx=\"37\" cy=\"58\" r=\"4.5\" fill=\"#17181b\"/><circle cx=\"38.575\" cy=\"56.425\" r=\"1.575\" fill=\"#f7f4ec\"/><circle cx=\"63\" cy=\"58\" r=\"4.5\" fill=\"#17181b\"/><circle cx=\"64.575\" cy=\"56.425\" r=\"1.575\" fill=\"#f7f4ec\"/><path d=\"M45 66H55L50 71.5Z\" fill=\"#17181b\"/><path d=\"M50 71V75M43 76Q47 79 50 75Q53 79 57 76\" fill=\"none\" stroke=\"#17181b\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
  "snail": "<circle cx=\"59\" cy=\"47\" r=\"24\" fill=\"#a99f8f\"/><path d=\"M58 47A5 5 0 0 1 64 51A10 10 0 0 1 48 47A14 14 0 0 1 74 44\" fill=\"none\" stroke=\"#17181b\" stroke-width=\"5\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/><path d=\"M24 76Q18 75 18 68V52A9 9 0 0 1 36 52V59Q38 66 47 67H75Q84 69 84 76Z\" fill=\"#f7f4ec\"/><path d=\"M22 48L18 31M31 47L35 30\" fill=\"none\" stroke=\"#f7f4ec\" stroke-width=\"4.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/><circle cx=\"18\" cy=\"29\" r=\"6\" fill=\"#f7f4ec\"/><circle cx=\"35\" cy=\"28\" r=\"6\" fill=\"#f7f4ec\"/><circle cx=\"17.5\" cy=\"28.5\" r=\"2.8\" fill=\"#17181b\"/><circle cx=\"34.5\" cy=\"27.5\" r=\"2.8\" fill=\"#17181b\"/><path d=\"M22 59Q26 63 30 59\" fill=\"none\" stroke=\"#17181b\" stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
};
