/** The analysis board brings its words along, and those of reviews: it explains turns as they do. */

import { withWords } from "../words/translate.svelte";

await withWords("review");
await withWords("analysis");
