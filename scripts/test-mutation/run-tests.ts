import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** `broken`: the changed program does not even run, which proves nothing about its tests. */
export type Verdict = 'caught' | 'survived' | 'broken' | 'untried';

type Report = {
  numFailedTests: number;
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

/** Tests that hang without a guard have noticed. */
const patienceMs = 120_000;
const wholePatienceMs = 20 * 60_000;

/** In which project of `vitest.config.ts` a test runs; of the two engines the embedded one. */
function projectOf(test: string): string {
  if (test.endsWith('.test.tsx')) return 'components';
  return /\.(?:api|http)\.test\.ts$|^tests\/(?:api|attack)\//.test(test) ? 'api on sqlite' : 'unit';
}

function spawnVitest(folder: string, tests: readonly string[], report: string, isWhole: boolean) {
  const projects = [...new Set(tests.map(projectOf))].map((project) => `--project=${project}`);
  const temporary = path.join(folder, '.temporary');
  mkdirSync(temporary, { recursive: true });
  return spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects,
      ...(isWhole ? [] : ['--bail=1', '--maxWorkers=1']),
      '--reporter=json',
      `--outputFile=${report}`,
      ...tests,
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TMPDIR: temporary },
      detached: true,
    },
  );
}

/** Runs test files of a copy, and judges whether one of their tests has failed. */
export async function runTests(
  folder: string,
  tests: readonly string[],
  { isWhole }: { isWhole: boolean },
): Promise<{ verdict: Verdict; why: string; seconds: number }> {
  const report = path.join(folder, 'mutation-report.json');
  rmSync(report, { force: true });
  const began = performance.now();
  const child = spawnVitest(folder, tests, report, isWhole);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      // Its workers and databases, too.
      process.kill(-(child.pid as number), 'SIGKILL');
    },
    isWhole ? wholePatienceMs : patienceMs,
  );
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  const seconds = (performance.now() - began) / 1000;
  if (isLate) return { verdict: 'caught', why: 'the tests did not come to an end', seconds };
  if (!existsSync(report)) return { verdict: 'broken', why: said.trim(), seconds };
  const judged = judge(JSON.parse(readFileSync(report, 'utf8')) as Report);
  return { ...judged, why: judged.why || said.trim(), seconds };
}

function judge({ testResults, numFailedTests, numPassedTests }: Report): { verdict: Verdict; why: string } {
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  if (numFailedTests > 0) return { verdict: 'caught', why: failed?.fullName ?? '' };
  const broken = testResults.find(({ status }) => status === 'failed');
  if (broken !== undefined) return { verdict: 'broken', why: `${broken.name}: ${broken.message}` };
  if (numPassedTests === 0) return { verdict: 'broken', why: '' };
  return { verdict: 'survived', why: '' };
}
