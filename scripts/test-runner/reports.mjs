import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * What a report of tests says.
 * @typedef {{ name: string, error: string }} Failure `error`: the first line that says something, without colours
 * @typedef {{
 *   passed: number, failed: number, failures: Failure[], flaky: Failure[], files: [file: string, seconds: number][],
 * }} Counted
 *   `failures`: each test that failed, and each file that could not be loaded; `flaky`: tests that passed only when tried
 *   again, among the passed, with the error of the first try; `files`: time of each file's tests
 */

/** What went wrong, without where: fast-check names what it sent on the lines after its first. */
function firstLines(message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '));
  return lines.length === 0
    ? 'no message'
    : lines
        .slice(0, 3)
        .map((line) => line.slice(0, 400))
        .join('\n    ');
}

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
  const toFailure = (file, { ancestorTitles, title, failureMessages }) => ({
    name: `${file} ${[...ancestorTitles, title].join(' > ')}`,
    error: firstLines(failureMessages[0]),
  });
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ name: file, error: firstLines(message) }];
    return failed.map((test) => toFailure(file, test));
  });
  // What a first try said stays in the report of a test that passes when tried again.
  const flaky = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => toFailure(path.relative(root, name), test)),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures,
    flaky,
    files: sumByFile(files),
  };
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
  const toFailure = ({ spec, results }) => ({
    name: `${fileOf(spec)}:${spec.line} ${spec.name}`,
    error: firstLines(results.find(({ error }) => error !== undefined)?.error.message),
  });
  // What could not even be loaded is no test, and no success either.
  const notLoaded = report.errors ?? [];
  return {
    passed: expected + flaky,
    failed: unexpected + notLoaded.length,
    failures: [
      ...notLoaded.map(({ message }) => ({ name: 'a file of journeys', error: firstLines(message) })),
      ...tests.filter(({ status }) => status === 'unexpected').map(toFailure),
    ],
    flaky: tests.filter(({ status }) => status === 'flaky').map(toFailure),
    files: sumByFile(
      tests.flatMap(({ spec, results }) => results.map(({ duration }) => [fileOf(spec), duration / 1000])),
    ),
  };
}

const seconds = (value) => (value === null ? '-' : value.toFixed(1)).padStart(9);

/** Processor time of all steps; null where the system does not tell it. */
function processorSecondsOf(steps) {
  const measured = steps.map(({ processorSeconds }) => processorSeconds);
  return measured.includes(null) ? null : measured.reduce((sum, value) => sum + value, 0);
}

/** Where the time of a run went: each step, and the ten slowest test files. */
export function timeTable(steps, files) {
  const slowest = [...files].sort(([, a], [, b]) => b - a).slice(0, 10);
  return [
    '',
    'Where the time went, in seconds (steps run beside each other):',
    '     wall processor  step',
    ...steps.map(
      ({ name, wallSeconds, processorSeconds }) =>
        `${seconds(wallSeconds)} ${seconds(processorSeconds)}  ${name}`,
    ),
    ...(slowest.length === 0 ? [] : ['', 'The slowest test files, in seconds:']),
    ...slowest.map(([file, value]) => `${seconds(value)}  ${file}`),
    '',
  ].join('\n');
}

/** What the run took, without installing. */
export function totals(steps, wallSeconds) {
  const processorSeconds = processorSecondsOf(steps);
  const processor = processorSeconds === null ? '' : `, ${processorSeconds.toFixed(0)} s of processor`;
  return `The whole run took ${wallSeconds.toFixed(0)} s${processor}\n`;
}

/** The names of what failed, each with the first lines of its error: what a long log loses. */
export function failureList(failures) {
  if (failures.length === 0) return '';
  return ['Failed:', ...failures.map(({ name, error }) => `  ${name}\n    ${error}`), ''].join('\n');
}
