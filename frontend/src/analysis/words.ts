/** The analysis board brings its words along, and those of reviews: it explains turns in the same way. */

import { withWords } from "../words/translate.svelte";

await Promise.all([withWords("review"), withWords("analysis")]);
