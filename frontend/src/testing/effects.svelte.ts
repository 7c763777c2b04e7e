/** Effects outside of components, for tests. */

/** Run a function that sets up effects; call the result to end them. */
export function withEffects(setUp: () => void): () => void {
  return $effect.root(setUp);
}
