/** Rules and lessons bring their words along: the first view of the page does without them. */

import { withWords } from "../words/translate.svelte";

await withWords("learn");
