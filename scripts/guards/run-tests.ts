import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../node24.mjs';

type Report = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

/** `broken`: the tests did not even load, which proves nothing. */
export type Outcome = { result: 'passed' | 'failed' | 'broken'; why: string };

/** Tests that hang without a guard have noticed. */
const longestMs = 240_000;

/** The project of `vitest.config.ts` that runs a test file; of the two engines SQLite. */
function projectOf(test: string): string {
  if (test.endsWith('.test.tsx')) return 'components';
  return /\.(?:api|http)(?:\.full)?\.test\.ts$|^tests\/(?:api|attack)\//.test(test)
    ? 'api on sqlite'
    : 'unit';
}

function judge({ testResults, numPassedTests }: Report): Outcome {
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  if (failed !== undefined) return { result: 'failed', why: failed.fullName };
  const broken = testResults.find(({ status }) => status === 'failed');
  if (broken !== undefined) return { result: 'broken', why: `${broken.name}: ${broken.message}` };
  return numPassedTests === 0 ? { result: 'broken', why: 'no test ran' } : { result: 'passed', why: '' };
}

/**
 * Runs a test file to its first failure.
 * @param guard the one that is removed, by its words
 */
export async function runTests(guard: string, test: string): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-guards-'));
  const report = path.join(folder, 'report.json');
  const isFull = test.includes('.full.');
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=scripts/guards/vitest.config.ts',
      `--project=${projectOf(test)}`,
      '--bail=1',
      '--maxWorkers=1',
      '--tags-filter=!full',
      '--reporter=json',
      `--outputFile=${report}`,
      test,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TMPDIR: folder, CAPSTONE_TEST_FULL: isFull ? '1' : '', CAPSTONE_GUARD: guard },
      detached: true,
    },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
  let isLate = false;
  const stop = () => process.kill(-(child.pid as number), 'SIGKILL');
  const timer = setTimeout(() => {
    isLate = true;
    // With its workers.
    stop();
  }, longestMs);
  process.once('exit', stop);
  await new Promise((resolve) => child.once('close', resolve));
  process.off('exit', stop);
  clearTimeout(timer);
  const text = existsSync(report) ? readFileSync(report, 'utf8') : null;
  rmSync(folder, { recursive: true, force: true });
  if (isLate) return { result: 'failed', why: 'the tests did not end' };
  return text === null ? { result: 'broken', why: said.trim() } : judge(JSON.parse(text) as Report);
}
