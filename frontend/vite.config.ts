/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
// Not from vitest, which a build does not have.
import { defineConfig } from "vite";
import { po } from "./po";

// The server that `vite` talks to while somebody works on the page.
const server = process.env.QWIRKLE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig(({ mode }) => ({
  // The server writes its own path into the document; everything else refers to its neighbours.
  base: "./",
  plugins: [svelte(), po()],
  build: {
    outDir: "../src/qwirkle/server/page",
    emptyOutDir: true,
    target: "es2022",
    // The policy of the server allows no inline content.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What a first visit needs comes in one piece, not in thirty, and what a table needs in another.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 3 },
            { name: "common", test: /\/src\/(api|settings|ui|words)\//, priority: 2 },
            { name: "table", test: /\/game\/TablePage\.svelte$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: {
    environment: "happy-dom",
    pool: "vmThreads",
    setupFiles: ["src/testing/setup.ts"],
    testTimeout: 30_000,
    include: ["src/**/*.test.ts", "*.test.ts"],
  },
}));
