import { defineConfig } from 'playwright/test';

/** Playwright for Electron: one app at a time, and a test that fails has failed. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
});
