import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';
import { giveUp, requireNode24, requireUsableNode, root } from './node24.mjs';
import { failureList, readPlaywright, readVitest, timeTable, totals } from './test-runner/reports.mjs';
import { runTool, stopTools } from './test-runner/steps.mjs';
import { missingOnPostgres, readStatements } from './test-runner/statements.mjs';
import { makeTemporaryFolders } from './test-runner/temporary-folders.mjs';

/**
 * `npm test`: from a bare clone, everything that a change must pass. `--quick` (`npm run check`): what needs neither a
 * browser nor PostgreSQL. `--full` (`npm run test:full`): each API test with a database and an app of its own, and also what
 * is long or disturbs other tests.
 * The static checks run beside the build; Vitest and Playwright one after the other. The last lines name and count what failed.
 */
const isQuick = process.argv.includes('--quick');
const isFull = process.argv.includes('--full');

requireUsableNode();
process.chdir(root);
await ensureInstalled();
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
async function step(name, tool, args, options) {
  const { isFine, output } = await run(name, tool, args, options);
  return check(name, isFine, output);
}

/** A step that counts its own tests into a report; no report, or one without a test, is a failure. */
async function countTests(name, reportFile, read, tool, args, env) {
  rmSync(reportFile, { force: true });
  const { isFine } = await run(name, tool, args, { env, print });
  const counted = existsSync(reportFile)
    ? read(JSON.parse(readFileSync(reportFile, 'utf8')), root)
    : { passed: 0, failed: 0, failures: [], flaky: [], files: [] };
  // A test that passes only at the second try fails by chance: it counts as failed.
  const flaky = counted.flaky.map(({ name, error }) => ({
    name: `${name}: passed only at the second try`,
    error,
  }));
  passed += counted.passed - flaky.length;
  failed += counted.failed + flaky.length;
  files.push(...counted.files);
  failures.push(...counted.failures, ...flaky);
  print(
    `${name}: ${counted.passed} passed, ${flaky.length} of them only at the second try; ${counted.failed} failed\n`,
  );
  if ((!isFine && counted.failed === 0) || counted.passed + counted.failed === 0)
    check(`${name} ran to its end`, false);
}

const everything = ['unit', 'components', 'docs', 'api on sqlite', 'api on postgres'];

async function vitest(name, projects, { env, args = [] } = {}) {
  const report = path.join(results, 'vitest.json');
  await countTests(
    name,
    report,
    readVitest,
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      // Tells tests that fail by chance from those that always fail.
      '--retry=1',
      ...(isFull ? [] : ['--tags-filter=!full']),
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    env,
  );
}

async function playwright(name, env) {
  const report = path.join(results, 'end-to-end.json');
  const tool = 'node_modules/@playwright/test/cli.js';
  const args = ['test', ...(isFull ? [] : ['--grep-invert=@full'])];
  await countTests(name, report, readPlaywright, tool, args, { CHROME_PATH: browser, ...env });
}

/** One checker: more would each work out the same types again, in twice the processor time. */
const types = ['--checkers', '1'];

async function staticChecks() {
  await step('the route types are made', 'node_modules/@react-router/dev/bin.cjs', ['typegen']);
  await Promise.all([
    step('types', 'node_modules/typescript/bin/tsc', types),
    step('lint', 'node_modules/oxlint/bin/oxlint', ['--deny-warnings']),
    step('format', 'node_modules/oxfmt/bin/oxfmt', ['--check']),
    step('import boundaries', 'scripts/check-boundaries/check-boundaries.mjs', []),
    step('steps of the schema', 'scripts/check-migrations/check-migrations.ts', []),
  ]);
}

/** What runs on SQLite runs on PostgreSQL, too: most tests run on SQLite alone, where the engine makes no difference. */
function checkStatements(statements) {
  const missing = missingOnPostgres(statements);
  check(
    `PostgreSQL ran each of the ${statements.length} recorded statements`,
    statements.length > 0 && missing.length === 0,
    missing.map((statement) => `never on PostgreSQL: ${statement}\n`).join(''),
  );
}

/** Builds the web, which tests of pages need, then runs all tests. */
async function tests() {
  const isBuilt = await step('the web is built', 'scripts/build.mjs', []);
  if (isBuilt) await step('bytes of each page', 'scripts/budgets.mjs', []);
  if (isQuick)
    return vitest('rules, components and the API on SQLite', ['unit', 'components', 'api on sqlite']);
  const statements = path.join(results, 'statements');
  rmSync(statements, { recursive: true, force: true });
  await vitest('rules, components, the API on SQLite and on PostgreSQL', everything, {
    env: { CAPSTONE_TEST_STATEMENTS: statements, ...(isFull && { CAPSTONE_TEST_FRESH: '1' }) },
  });
  checkStatements(readStatements(statements));
  if (isBuilt) await playwright('journeys in a browser');
}

/** What is long or disturbs: by itself, one thing after the other. */
async function longTests() {
  const env = { CAPSTONE_TEST_FULL: '1' };
  await vitest('long tests', everything, { env, args: ['--maxWorkers=1'] });
  await playwright('long journeys in a browser', env);
  await step('each guard is noticed when it is missing', 'scripts/guards.mjs', [], { print });
  await step('10,000 requests of every kind', 'scripts/fuzz.mjs', [], { print });
  await step('ten minutes of simulated academies', 'scripts/simulate.mjs', ['--minutes', '10'], { print });
}

await Promise.all([staticChecks(), tests()]);
if (isFull) await longTests();

const left = temporary.leftovers();
check('nothing is left in the temporary folder', left.length === 0, left.map((file) => `${file}\n`).join(''));
print(timeTable(steps, files));
print(totals(steps, (performance.now() - began) / 1000));
print(failureList(failures));
print(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
