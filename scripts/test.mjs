import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';
import { giveUp, requireNode24, requireUsableNode, root } from './node24.mjs';
import { failureList, readPlaywright, readVitest, timeTable } from './test-runner/reports.mjs';
import { runTool, stopTools } from './test-runner/steps.mjs';
import { makeTemporaryFolders } from './test-runner/temporary-folders.mjs';

/**
 * `npm test`: from a bare clone, everything that a change must pass; with `--quick` (`npm run check`) what needs neither
 * a browser nor PostgreSQL. The web is built first, the static checks run beside the tests, the journeys at the end by themselves.
 * The last lines name what failed and count: checks and tests alike.
 */
const isQuick = process.argv.includes('--quick');
/** More tests than this, of those in a browser and of the others, that pass only when tried again fail the run. */
const flakyAllowed = 2;

requireUsableNode();
process.chdir(root);
ensureInstalled();
const node = requireNode24();
const browser = isQuick ? null : await findBrowser();
if (!isQuick && browser === null) {
  giveUp(
    'No browser found for the journeys: install Chrome or Chromium, or run "npx playwright install chromium", and start again.',
  );
}

const temporary = makeTemporaryFolders();
process.once('exit', temporary.remove);
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
]) {
  process.once(signal, () => void stopTools().finally(() => process.exit(128 + number)));
}

const results = path.join(root, 'test-results');
mkdirSync(results, { recursive: true });
const caches = path.join(root, 'node_modules', '.cache');
/** In the temporary folder, where they lie otherwise, each run would make them anew. */
const cachesOfTools = {
  NODE_COMPILE_CACHE: path.join(caches, 'node'),
  PWTEST_CACHE_DIR: path.join(caches, 'playwright'),
};
const began = performance.now();
const steps = [];
const files = [];
const failures = [];
let passed = 0;
let failed = 0;

const print = (text) => process.stdout.write(text);

/** Counts what passes or fails as a whole, and prints it with what it said: in one piece, whatever runs beside it. */
function check(name, isFine, output = '') {
  print(`${output}${isFine ? 'passed' : 'FAILED'}: ${name}\n`);
  if (isFine) passed++;
  else {
    failed++;
    failures.push({ name, error: 'its output stands above, before "FAILED"' });
  }
  return isFine;
}

async function run(name, tool, args, options = {}) {
  const env = { ...process.env, ...temporary.env, ...cachesOfTools, ...options.env };
  const outcome = await runTool(node, tool, args, { ...options, env });
  steps.push({ name, ...outcome });
  return outcome;
}

/** A step that passes or fails as a whole. */
async function step(name, tool, args) {
  const { isFine, output } = await run(name, tool, args);
  return check(name, isFine, output);
}

/** A step that counts its own tests into a report; no report, or one without a test, is a failure. */
async function countTests(name, reportFile, read, tool, args, env = {}) {
  rmSync(reportFile, { force: true });
  const { isFine } = await run(name, tool, args, { env, print });
  const counted = existsSync(reportFile)
    ? read(JSON.parse(readFileSync(reportFile, 'utf8')), root)
    : { passed: 0, failed: 0, failures: [], flaky: [], files: [] };
  passed += counted.passed;
  failed += counted.failed;
  files.push(...counted.files);
  failures.push(...counted.failures);
  for (const { name, error } of counted.flaky) print(`flaky: ${name}\n    ${error}\n`);
  const flaky = counted.flaky.length === 0 ? '' : ` (${counted.flaky.length} flaky)`;
  print(`${name}: ${counted.passed} passed${flaky}, ${counted.failed} failed\n`);
  if ((!isFine && counted.failed === 0) || counted.passed + counted.failed === 0)
    check(`${name} ran to its end`, false);
  if (counted.flaky.length > flakyAllowed)
    check(`at most ${flakyAllowed} are flaky, not ${counted.flaky.length}`, false);
}

async function unitAndApiTests() {
  const name = isQuick
    ? 'rules, components and the API on SQLite'
    : 'rules, components, the API on SQLite and on PostgreSQL';
  const projects = ['unit', 'components', 'api on sqlite', ...(isQuick ? [] : ['docs', 'api on postgres'])];
  const report = path.join(results, 'vitest.json');
  await countTests(name, report, readVitest, 'node_modules/vitest/vitest.mjs', [
    'run',
    // A busy machine is slow, not wrong; a test that passes only at the second try is told as flaky.
    '--retry=1',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
}

/** What tools remember of files that have not changed since the last run. */
const unchanged = {
  types: ['--incremental', '--tsBuildInfoFile', path.join(caches, 'typescript', 'check.tsbuildinfo')],
  format: ['--cache', '--cache-strategy=content', '--cache-location', path.join(caches, 'prettier', 'check')],
};

async function staticChecks() {
  await step('the route types are made', 'node_modules/@react-router/dev/bin.cjs', ['typegen']);
  const prettier = ['--check', '--log-level=warn', ...unchanged.format, '.'];
  await Promise.all([
    step('types', 'node_modules/typescript/bin/tsc', ['--noEmit', ...unchanged.types]),
    step('lint', 'node_modules/oxlint/bin/oxlint', ['--deny-warnings']),
    step('format', 'node_modules/prettier/bin/prettier.cjs', prettier),
    step('import boundaries', 'scripts/check-boundaries/check-boundaries.mjs', []),
    step('steps of the schema', 'scripts/check-migrations/check-migrations.ts', []),
  ]);
}

// The tests of pages need the built web; alone it is built in a few seconds, and only when it has changed.
const isBuilt = await step('the web is built', 'scripts/build.mjs', []);
await Promise.all([
  staticChecks(),
  isBuilt ? step('bytes of each page', 'scripts/budgets.mjs', []) : null,
  unitAndApiTests(),
]);
if (isBuilt && !isQuick) {
  const report = path.join(results, 'end-to-end.json');
  const playwright = 'node_modules/@playwright/test/cli.js';
  await countTests('journeys in a browser', report, readPlaywright, playwright, ['test'], {
    CHROME_PATH: browser,
  });
}

const left = temporary.leftovers();
check('nothing is left in the temporary folder', left.length === 0, left.map((file) => `${file}\n`).join(''));
print(timeTable(steps, files));
print(`The whole run took ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
print(failureList(failures));
print(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
