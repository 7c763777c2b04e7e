/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "*.po?page" {
  import type { Catalogue } from "../po";

  const catalogue: Catalogue;
  export default catalogue;
}

declare module "*.po?learn" {
  import type { Catalogue } from "../po";

  const catalogue: Catalogue;
  export default catalogue;
}

declare module "*.po?review" {
  import type { Catalogue } from "../po";

  const catalogue: Catalogue;
  export default catalogue;
}
