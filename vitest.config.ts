import { defineConfig } from 'vitest/config';

const setupFiles = ['tests/support/fail-on-console.ts'];
/** About queries and transactions: they run on both engines. */
const apiTests = ['src/**/*.api.test.ts', 'tests/{api,attack}/**/*.test.ts'];
/** About HTTP, files and pages, in which the engine has no part: they run on SQLite only. */
const httpTests = ['src/**/*.http.test.ts', 'tests/{api,attack}/**/*.http.test.ts'];

export default defineConfig({
  test: {
    // Two cores, of which two workers leave a third: tests wait for disks, timers and servers.
    maxWorkers: 3,
    // A worker keeps its modules from one file to the next: loading them anew costs as much as running the tests. Tests
    // therefore undo what they do to globals, and the portal keeps its state in its context, not in modules.
    isolate: false,
    // Long enough for a busy machine: what hangs fails all the same, only later.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...apiTests, ...httpTests],
          setupFiles,
        },
      },
      {
        test: {
          name: 'docs',
          include: ['tests/docs/**/*.test.ts'],
          setupFiles,
        },
      },
      {
        test: {
          name: 'components',
          include: ['src/web/**/*.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { settings: { enableIframePageLoading: true } } },
          isolate: false,
          setupFiles: [...setupFiles, 'tests/support/component-cleanup.ts'],
          env: { TZ: 'UTC' },
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        test: {
          name: 'api on sqlite',
          include: [...apiTests, ...httpTests],
          setupFiles,
          globalSetup: ['tests/support/build-web.ts', 'tests/support/start-sqlite.ts'],
          env: { CAPSTONE_TEST_ENGINE: 'sqlite' },
        },
      },
      {
        test: {
          name: 'api on postgres',
          include: apiTests,
          exclude: httpTests,
          setupFiles,
          globalSetup: ['tests/support/start-postgres.ts'],
          env: { CAPSTONE_TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
});
