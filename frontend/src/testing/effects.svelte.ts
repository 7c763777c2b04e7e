/** Effects outside of components, for tests. */

/** Run what sets up effects; the function returned ends them. */
export function withEffects(setUp: () => void): () => void {
  return $effect.root(setUp);
}
