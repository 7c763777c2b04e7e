/** Loads the words of reviews, which no other view needs. */

import { withWords } from "../words/translate.svelte";

await withWords("review");
