import { defineConfig } from "vitest/config";

// Measurements, not tests: how fast and how large. Run on a quiet machine with a release build in SHOUTAN_BINARY.
export default defineConfig({
  test: {
    environment: "node",
    include: ["journeys/**/*.figures.ts"],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
