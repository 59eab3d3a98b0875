import { defineConfig } from 'vitest/config';

const setupFiles = ['tests/support/fail-on-console.ts'];
const apiTests = ['src/**/*.api.test.ts', 'tests/api/**/*.test.ts'];

export default defineConfig({
  test: {
    // Two cores: more workers would only take turns.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: apiTests,
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
          include: apiTests,
          setupFiles,
          env: { CAPSTONE_TEST_ENGINE: 'sqlite' },
        },
      },
      {
        test: {
          name: 'api on postgres',
          include: apiTests,
          setupFiles,
          globalSetup: ['tests/support/start-postgres.ts'],
          env: { CAPSTONE_TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
});
