import { defineConfig } from "vitest/config";

/** Long enough for a busy machine with a fraction of its usual speed: it ends what hangs, not what is slow. */
const PATIENCE_MS = process.env.SVC_TEST_FULL === "1" ? 3_600_000 : 300_000;

/** The machine stood still, which says nothing about the program: such a test is run again. A wrong result is not. */
const retry = {
  count: 2,
  condition: /timed out|timeout|does not answer|ECONNRESET|STORAGE_UNAVAILABLE|OVERLOADED/i,
};

export default defineConfig({
  test: {
    // Many tests wait for processes they started; one worker more than two cores uses that time.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "server",
          include: ["{server,cli}/{src,test}/**/*.test.ts"],
          globalSetup: ["server/src/testing/global-setup.ts"],
          // Each worker loads the server once, not once per file, and empties databases that other files have done with.
          isolate: false,
          // A worker holds the whole server: with a heap that starts small, it would be collected again and again.
          execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64", "--initial-old-space-size=512"],
          // `npm run test:full` runs the same tests with counts that take their time.
          testTimeout: PATIENCE_MS,
          retry,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "sdk",
          root: "sdk/typescript",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          isolate: false,
          globalSetup: ["test/global-setup.ts"],
          testTimeout: PATIENCE_MS,
          retry,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
