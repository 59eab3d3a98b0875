import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';
import { giveUp, requireNode24, requireUsableNode, root } from './node24.mjs';

/**
 * `npm test`: from a bare clone, everything that a change must pass, fast checks first; with `--quick` (`npm run
 * check`) what needs neither a browser nor PostgreSQL. The last line counts: checks and tests alike.
 */
const isQuick = process.argv.includes('--quick');

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

const results = path.join(root, 'test-results');
mkdirSync(results, { recursive: true });
let passed = 0;
let failed = 0;

function run(tool, args, environment = {}) {
  const { status } = spawnSync(node, [path.join('node_modules', tool), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status === 0;
}

/** A step that passes or fails as a whole. */
function check(name, isFine) {
  console.log(`${isFine ? 'passed' : 'FAILED'}: ${name}`);
  if (isFine) passed++;
  else failed++;
  return isFine;
}

/** A step that counts its own tests into a report; no report, or one without a test, is a failure. */
function countTests(name, reportFile, act, read) {
  rmSync(reportFile, { force: true });
  const isFine = act();
  const counts = existsSync(reportFile)
    ? read(JSON.parse(readFileSync(reportFile, 'utf8')))
    : { passed: 0, failed: 0 };
  passed += counts.passed;
  failed += counts.failed;
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed`);
  if ((!isFine && counts.failed === 0) || counts.passed + counts.failed === 0)
    check(`${name} ran to its end`, false);
}

function vitest(name, projects) {
  const report = path.join(results, 'vitest.json');
  const args = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
  ];
  countTests(
    name,
    report,
    () => run('vitest/vitest.mjs', [...args, `--outputFile.json=${report}`]),
    ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
  );
}

function journeys() {
  const report = path.join(results, 'end-to-end.json');
  countTests(
    'journeys in a browser',
    report,
    () => run('@playwright/test/cli.js', ['test'], { CHROME_PATH: browser }),
    ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  );
}

check('the route types are made', run('@react-router/dev/bin.cjs', ['typegen']));
check('types', run('typescript/bin/tsc', ['--noEmit']));
check('lint', run('oxlint/bin/oxlint', ['--deny-warnings']));
check('format', run('prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']));
check('import boundaries', run('../scripts/check-boundaries/check-boundaries.mjs', []));
if (isQuick) {
  vitest('rules and the API on SQLite', ['unit', 'api on sqlite']);
} else {
  vitest('rules, the API on SQLite and on PostgreSQL', ['unit', 'api on sqlite', 'api on postgres']);
  if (check('the web is built', run('../scripts/build.mjs', []))) {
    check('bytes of each page', run('../scripts/budgets.mjs', []));
    journeys();
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
