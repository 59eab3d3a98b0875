import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../node24.mjs';
import type { Guard } from './guard.ts';
import { guards } from './guards.ts';
import { replaceExport } from './replace-export.ts';
import { runTests } from './run-tests.ts';

/**
 * `npm run test:guards [-- --only words --list --jobs 2]`: replaces one exported function after the other, as Vite loads its
 * module, and runs the test files that must notice. Ends with 1 when a guard is not noticed by each of its files.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
  },
});

// Ends the tests that run, too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const chosen = guards.filter(
  ({ guard, file, name }) =>
    options.only.length === 0 ||
    options.only.some((words) => guard.includes(words) || `${file} ${name}`.includes(words)),
);

/** What makes a guard of the list meaningless: a function or test file that is not there. */
function faultOf(guard: Guard): string | null {
  if (!existsSync(path.join(root, guard.file))) return `no ${guard.file}`;
  try {
    replaceExport(readFileSync(path.join(root, guard.file), 'utf8'), guard);
  } catch (error) {
    return (error as Error).message;
  }
  const missing = guard.tests.find((test) => !existsSync(path.join(root, test)));
  return missing === undefined ? null : `no ${missing}`;
}

/** Runs each of a guard's test files without it; @returns the test that failed in each, and where one did not */
async function tryWithout({ guard, tests }: Guard): Promise<{ isNoticed: boolean; lines: string[] }> {
  const lines: string[] = [];
  for (const test of tests) {
    const { result, why } = await runTests(guard, test);
    lines.push(`${test}: ${result === 'passed' ? 'all tests pass' : why}`);
    if (result !== 'failed') return { isNoticed: false, lines };
  }
  return { isNoticed: true, lines };
}

async function tryAll(): Promise<number> {
  const queue = [...chosen];
  let noticed = 0;
  async function work(): Promise<void> {
    for (let guard = queue.shift(); guard !== undefined; guard = queue.shift()) {
      const began = performance.now();
      const { isNoticed, lines } = await tryWithout(guard);
      if (isNoticed) noticed++;
      const seconds = ((performance.now() - began) / 1000).toFixed(0).padStart(3);
      const head = `${isNoticed ? 'noticed' : 'MISSED '} ${seconds} s  ${guard.guard} (${guard.file} ${guard.name})`;
      console.log([head, ...lines].join('\n    '));
    }
  }
  await Promise.all(Array.from({ length: Number(options.jobs) }, work));
  return noticed;
}

const faults = guards.flatMap((guard) => {
  const fault = faultOf(guard);
  return fault === null ? [] : [`${guard.guard}: ${fault}`];
});
if (options.list) {
  for (const { guard, file, name, put, tests } of chosen)
    console.log(`${guard}\n    ${file} ${name}\n    ${put}\n    ${tests.join('\n    ')}`);
  console.log(`${chosen.length} guards`);
} else if (faults.length > 0 || chosen.length === 0) {
  console.error(faults.join('\n') || 'No guard has these words; --list shows them.');
  process.exitCode = 1;
} else {
  const began = performance.now();
  const noticed = await tryAll();
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(`${noticed} of ${chosen.length} guards are noticed, in ${minutes} minutes`);
  process.exitCode = noticed === chosen.length ? 0 : 1;
}
