import { defineConfig } from 'vitest/config';

/** `npm run test:full` runs files named `*.full.test.ts` in a run of their own; no other run has them. */
const isFull = process.env['CAPSTONE_TEST_FULL'] === '1';
const ending = isFull ? 'full.test' : 'test';
const exclude = isFull ? [] : ['**/*.full.test.{ts,tsx}'];
const setupFiles = ['tests/support/fail-on-console.ts'];
/** About statements, triggers, keys, races and plans: they run on both engines. */
const apiTests = [`src/**/*.api.${ending}.ts`, `tests/{api,attack}/**/*.${ending}.ts`];
/**
 * About rules, HTTP, files and pages, in which the engine has no part: they run on SQLite only. `npm test` fails when one of
 * their statements was never run on PostgreSQL.
 */
const httpTests = [`src/**/*.http.${ending}.ts`, `tests/{api,attack,simulation}/**/*.http.${ending}.ts`];

export default defineConfig({
  test: {
    // Two cores. What took longest last time runs first in each project; from a clean clone, the largest file.
    maxWorkers: 2,
    // A worker keeps its modules from one file to the next: loading them anew costs as much as running the tests. Tests
    // therefore undo what they do to globals, and the portal keeps its state in its context, not in modules.
    isolate: false,
    // Of what a test makes little stays: with the usual 16 MB, collecting garbage takes a tenth of the time.
    execArgv: ['--max-semi-space-size=64'],
    // Long enough for a busy machine: what hangs fails all the same, only later.
    testTimeout: isFull ? 300_000 : 60_000,
    hookTimeout: 60_000,
    // `npm test` leaves them out.
    tags: [{ name: 'full', description: 'long, and about something rare: runs in npm run test:full' }],
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          include: [`src/**/*.${ending}.ts`, `{scripts,tests/support}/**/*.${ending}.ts`],
          exclude: [...exclude, ...apiTests, ...httpTests],
          setupFiles,
        },
      },
      {
        test: {
          name: 'docs',
          include: [`tests/docs/**/*.${ending}.ts`],
          exclude,
          setupFiles,
          // It imports JSON as bundlers do.
          server: { deps: { inline: ['@actions/workflow-parser'] } },
        },
      },
      {
        test: {
          name: 'components',
          include: [`src/web/**/*.${ending}.tsx`],
          exclude,
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
          exclude,
          setupFiles,
          globalSetup: ['tests/support/build-web.ts', 'tests/support/start-sqlite.ts'],
          env: { CAPSTONE_TEST_ENGINE: 'sqlite' },
        },
      },
      {
        test: {
          name: 'api on postgres',
          include: apiTests,
          exclude: [...exclude, ...httpTests],
          setupFiles,
          globalSetup: ['tests/support/start-postgres.ts'],
          env: { CAPSTONE_TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
});
