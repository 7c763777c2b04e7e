/** The analysis board brings its words along: the first view of the page does without them. */

import { withWords } from "../words/translate.svelte";

await withWords("analysis");
