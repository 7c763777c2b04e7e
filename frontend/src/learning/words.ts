/** Loads the words of rules and lessons, which the first view of the page does not need. */

import { withWords } from "../words/translate.svelte";

await withWords("learn");
