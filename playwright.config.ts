import { defineConfig } from '@playwright/test';

/** Journeys in a real browser; `npm test` finds it and hands its path on. */
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two cores: a browser and a server for each of two tests at a time.
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
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROME_PATH ? { executablePath: process.env.CHROME_PATH } : {}),
      // Chromium refuses its sandbox to root; the rest keeps it from calling home.
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-dev-shm-usage',
      ],
    },
  },
});
