import { defineConfig } from '@playwright/test';
import { chromiumArgs } from './tests/support/chromium-args.ts';

/** `npm run test:full` runs files named `*.full.test.ts` in a run of their own; no other run has them. */
const isFull = process.env['CAPSTONE_TEST_FULL'] === '1';

const everyStyle = '**/every-style.test.ts';

/** Journeys in a real browser; `npm test` finds it and hands its path on. */
export default defineConfig({
  testDir: 'tests/e2e',
  // Node strips types by itself; transpiling 700 files costs a clean clone twelve seconds of processor.
  build: { external: ['**'] },
  testMatch: isFull ? '**/*.full.test.ts' : '**/*.test.ts',
  testIgnore: isFull ? [] : '**/*.full.test.ts',
  // The same on every system: what is kept does not depend on its fonts.
  snapshotPathTemplate: 'tests/fixtures/{arg}{ext}',
  // Playwright empties this folder; the reports of other tests lie beside it.
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  // Two cores, and each test has a browser and a server: a third at a time takes as long, and makes what waits for a moment miss it.
  workers: 2,
  // A busy machine is slow, not wrong; a test that passes only at the second try is told as flaky.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 1,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/end-to-end.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // It would answer in the place of a test's mocks; the tests of the service worker allow it.
    serviceWorkers: 'block',
    // A recording of each first try would cost a fifth of the time; the retry of one that failed is recorded.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROME_PATH ? { executablePath: process.env.CHROME_PATH } : {}),
      args: chromiumArgs,
    },
  },
  projects: [
    { name: 'journeys', ...(!isFull && { testIgnore: ['**/*.full.test.ts', everyStyle] }) },
    // Looks at what all others have seen.
    ...(isFull
      ? []
      : [{ name: 'styles', testMatch: everyStyle, testIgnore: [], dependencies: ['journeys'] }]),
  ],
});
