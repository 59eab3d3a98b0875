import { expect, test } from 'vitest';
import { failureList, readPlaywright, readVitest, timeTable, totals } from './reports.mjs';

test("Vitest's report: counts, and the time of a file over all projects", () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [
      { name: '/portal/src/a.test.ts', startTime: 1000, endTime: 3500, assertionResults: [] },
      { name: '/portal/src/b.test.ts', startTime: 1000, endTime: 2000, assertionResults: [] },
      { name: '/portal/src/a.test.ts', startTime: 4000, endTime: 5000, assertionResults: [] },
    ],
  };
  expect(readVitest(report, '/portal')).toEqual({
    passed: 5,
    failed: 1,
    failures: [],
    flaky: [],
    files: [
      ['src/a.test.ts', 3.5],
      ['src/b.test.ts', 1],
    ],
  });
});

test('what failed is named with the first line of its error, without colours', () => {
  const fails = {
    ancestorTitles: ['a phone'],
    title: 'turns',
    status: 'failed',
    failureMessages: ['\u001b[31m\nAssertionError: expected 1 to be 2\u001b[39m\n    at a.test.ts:9'],
  };
  const passes = { ancestorTitles: [], title: 'stands', status: 'passed', failureMessages: [] };
  const times = { startTime: 0, endTime: 1 };
  const passesLater = { ...fails, title: 'turns later', status: 'passed' };
  const { failures, flaky } = readVitest(
    {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: '/portal/a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [passes, fails, passesLater],
          ...times,
        },
        {
          name: '/portal/b.test.ts',
          status: 'failed',
          message: 'SyntaxError: b',
          assertionResults: [],
          ...times,
        },
      ],
    },
    '/portal',
  );
  expect(failures).toEqual([
    { name: 'a.test.ts a phone > turns', error: 'AssertionError: expected 1 to be 2' },
    { name: 'b.test.ts', error: 'SyntaxError: b' },
  ]);
  expect(flaky).toEqual([
    { name: 'a.test.ts a phone > turns later', error: 'AssertionError: expected 1 to be 2' },
  ]);
  expect(failureList(failures).split('\n')).toEqual([
    'Failed:',
    '  a.test.ts a phone > turns',
    '    AssertionError: expected 1 to be 2',
    '  b.test.ts',
    '    SyntaxError: b',
    '',
  ]);
  expect(failureList([])).toBe('');
});

/** A report with one test at the top of a file and one in a group; the group's passed only at the second try. */
function playwrightReport(errors: unknown[] = []) {
  const spec = (title: string, line: number, status: string, durations: number[]) => ({
    title,
    file: 'sign-up.test.ts',
    line,
    tests: [
      {
        status,
        results: durations.map((duration) => ({
          duration,
          error: { message: `${title} not\n\nsent 3\n    at 3` },
        })),
      },
    ],
  });
  return {
    config: { rootDir: '/portal/tests/e2e' },
    stats: { expected: 1, flaky: 1, unexpected: 0, skipped: 0 },
    errors,
    suites: [
      {
        title: 'sign-up.test.ts',
        specs: [spec('signs up', 3, 'expected', [500])],
        suites: [{ title: 'a phone', specs: [spec('turns', 9, 'flaky', [1000, 2000])] }],
      },
    ],
  };
}

test("Playwright's report: a test that passed when tried again counts as passed and is named", () => {
  expect(readPlaywright(playwrightReport(), '/portal')).toEqual({
    passed: 2,
    failed: 0,
    failures: [],
    flaky: [{ name: 'tests/e2e/sign-up.test.ts:9 a phone > turns', error: 'turns not\n    sent 3' }],
    files: [['tests/e2e/sign-up.test.ts', 3.5]],
  });
});

test('a journey that failed is named with its error', () => {
  const report = playwrightReport();
  report.suites[0]!.specs[0]!.tests[0]!.status = 'unexpected';
  expect(readPlaywright(report, '/portal').failures).toEqual([
    { name: 'tests/e2e/sign-up.test.ts:3 signs up', error: 'signs up not\n    sent 3' },
  ]);
});

test('a journey that could not be loaded counts as failed', () => {
  const { failed, failures } = readPlaywright(playwrightReport([{ message: 'SyntaxError' }]), '/portal');
  expect(failed).toBe(1);
  expect(failures).toEqual([{ name: 'a file of journeys', error: 'SyntaxError' }]);
});

test('the table has every step and the ten slowest files, slowest first', () => {
  const files = Array.from({ length: 12 }, (_, n): [string, number] => [`file-${n}`, n]);
  const steps = [
    { name: 'types', wallSeconds: 4.04, processorSeconds: 7.5 },
    { name: 'lint', wallSeconds: 1, processorSeconds: null },
  ];
  const lines = timeTable(steps, files).split('\n');
  expect(lines).toContain('      4.0       7.5  types');
  expect(lines).toContain('      1.0         -  lint');
  const listed = lines.flatMap((line) => /file-\d+/.exec(line)?.[0] ?? []);
  expect(listed).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `file-${n}`));
});

test('the totals: wall time, and processor time where the system tells it', () => {
  const steps = [{ processorSeconds: 7.5 }, { processorSeconds: 0.5 }];
  expect(totals(steps, 6.2)).toBe('The whole run took 6 s, 8 s of processor\n');
  expect(totals([...steps, { processorSeconds: null }], 6.2)).toBe('The whole run took 6 s\n');
});
