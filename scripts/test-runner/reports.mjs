import path from 'node:path';

/**
 * What a report of tests says.
 * @typedef {{ passed: number, failed: number, flaky: string[], files: [file: string, seconds: number][] }} Counted
 *   `flaky`: names of tests that passed only when tried again, among the passed; `files`: time of each file's tests
 */

/** Adds up seconds by file: the same file may run in several projects. */
function sumByFile(entries) {
  const seconds = new Map();
  for (const [file, more] of entries) seconds.set(file, (seconds.get(file) ?? 0) + more);
  return [...seconds];
}

/** @returns {Counted} of Vitest's JSON report */
export function readVitest(report, root) {
  const files = report.testResults.map(({ name, startTime, endTime }) => [
    path.relative(root, name),
    (endTime - startTime) / 1000,
  ]);
  return { passed: report.numPassedTests, failed: report.numFailedTests, flaky: [], files: sumByFile(files) };
}

function specsOf(suite, titles = []) {
  return [
    ...suite.specs.map((spec) => ({ ...spec, name: [...titles, spec.title].join(' > ') })),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, [...titles, inner.title])),
  ];
}

/** @returns {Counted} of Playwright's JSON report */
export function readPlaywright(report, root) {
  const { expected, flaky, unexpected } = report.stats;
  const specs = report.suites.flatMap((suite) => specsOf(suite));
  const fileOf = (spec) => path.relative(root, path.join(report.config.rootDir, spec.file));
  const tests = specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, spec })));
  return {
    passed: expected + flaky,
    // What could not even be loaded is no test, and no success either.
    failed: unexpected + (report.errors ?? []).length,
    flaky: tests
      .filter(({ status }) => status === 'flaky')
      .map(({ spec }) => `${fileOf(spec)}:${spec.line} ${spec.name}`),
    files: sumByFile(
      tests.flatMap(({ spec, results }) => results.map(({ duration }) => [fileOf(spec), duration / 1000])),
    ),
  };
}

const seconds = (value) => (value === null ? '-' : value.toFixed(1)).padStart(9);

/** Where the time of a run went: each step, and the ten slowest test files. */
export function timeTable(steps, files) {
  const slowest = [...files].sort(([, a], [, b]) => b - a).slice(0, 10);
  const measured = steps.map(({ processorSeconds }) => processorSeconds);
  const total = measured.includes(null) ? null : measured.reduce((sum, value) => sum + value, 0);
  return [
    '',
    'Where the time went, in seconds (steps run beside each other):',
    '     wall processor  step',
    ...steps.map(
      ({ name, wallSeconds, processorSeconds }) =>
        `${seconds(wallSeconds)} ${seconds(processorSeconds)}  ${name}`,
    ),
    `${seconds(null)} ${seconds(total)}  all steps`,
    ...(slowest.length === 0 ? [] : ['', 'The slowest test files, in seconds:']),
    ...slowest.map(([file, value]) => `${seconds(value)}  ${file}`),
    '',
  ].join('\n');
}
