import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'tests/{angel-one,contract,docs,engine,packaging,security,faults,stand-in}/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    // A worker loads the libraries once, not for each file; our own modules are new each time.
    isolate: false,
    globalSetup: ['tests/support/prepared-folders-of-run.ts', 'tests/support/postgres-of-run.ts'],
    setupFiles: ['tests/support/own-modules.ts', 'src/renderer/test-harness/fail-on-complaints.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than two cores: tests wait for clocks, disks and windows a third of their time.
    maxWorkers: 3,
  },
});
