/** Loads the words of the analysis board, and those of reviews, in whose terms it explains turns. */

import { withWords } from "../words/translate.svelte";

await withWords("review");
await withWords("analysis");
