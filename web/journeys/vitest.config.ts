import { defineConfig } from "vitest/config";

// Each file has its own server; one browser serves all people of a file. Two cores do one file at a time best.
export default defineConfig({
  test: {
    environment: "node",
    include: ["journeys/**/*.journey.ts"],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
