/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "*.po" {
  import type { Catalogue } from "../po";

  const catalogue: Catalogue;
  export default catalogue;
}
