/** Reviews bring their words along: no other view needs them. */

import { withWords } from "../words/translate.svelte";

await withWords("review");
