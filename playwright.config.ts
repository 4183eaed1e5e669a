import { defineConfig } from 'playwright/test';

/** Playwright for Electron: three files at a time, each with apps and folders of its own, and a test that fails has failed. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 3,
  retries: 0,
  timeout: 120_000,
  // What is waited for comes late on a full processor, and is none the less right.
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
});
