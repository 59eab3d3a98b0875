import { parseArgs } from 'node:util';
import { makeCopy } from './copy.ts';
import type { Mutation } from './mutation.ts';
import { mutations } from './mutations.ts';
import { runTests, type Verdict } from './run-tests.ts';

/**
 * `npm run test:mutation [-- --only words --list --minutes 60 --jobs 2]`: takes away each guard of the list in turn, in a copy
 * of its own, and runs the tests that name it. One that nobody misses is no guard, or has no test: it ends with 1.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '60' },
    jobs: { type: 'string', default: '2' },
  },
});

const wanted = mutations.filter(
  ({ guard, file }) =>
    options.only.length === 0 || options.only.some((words) => guard.includes(words) || file.includes(words)),
);

type Tried = { mutation: Mutation; verdict: Verdict; why: string; seconds: number };

const line = ({ mutation: { guard, file }, verdict, why, seconds }: Tried): string =>
  `${verdict.padEnd(9)} ${seconds.toFixed(0).padStart(3)} s  ${guard}  (${file})${why === '' ? '' : `\n${' '.repeat(16)}${why}`}`;

async function tryAll(): Promise<Tried[]> {
  const tests = [...new Set(wanted.flatMap((mutation) => mutation.tests))].toSorted();
  const tried: Tried[] = [];
  const queue = [...wanted];
  const endAt = performance.now() + Number(options.minutes) * 60_000;
  const first = makeCopy();
  try {
    console.log(
      `${wanted.length} guards, ${tests.length} test files. First all of them with every guard in its place …`,
    );
    const whole = await runTests(first.folder, tests, { isWhole: true });
    if (whole.verdict !== 'survived') throw new Error(`The tests fail as they are: ${whole.why}`);
    console.log(`They pass, in ${whole.seconds.toFixed(0)} s.`);

    async function work(copy: ReturnType<typeof makeCopy>): Promise<void> {
      for (let mutation = queue.shift(); mutation !== undefined; mutation = queue.shift()) {
        if (performance.now() > endAt) {
          queue.unshift(mutation);
          return;
        }
        const putBack = copy.change(mutation);
        const one = { mutation, ...(await runTests(copy.folder, mutation.tests, { isWhole: false })) };
        putBack();
        tried.push(one);
        console.log(line(one));
      }
    }
    const others = Array.from({ length: Number(options.jobs) - 1 }, makeCopy);
    try {
      await Promise.all([first, ...others].map(work));
    } finally {
      for (const copy of others) copy.remove();
    }
  } finally {
    first.remove();
  }
  for (const mutation of queue) tried.push({ mutation, verdict: 'untried', why: '', seconds: 0 });
  return tried;
}

if (options.list) {
  for (const { guard, file, tests } of wanted)
    console.log(`${guard}\n    ${file}\n    ${tests.join('\n    ')}`);
  console.log(`${wanted.length} guards`);
} else if (wanted.length === 0) {
  console.error('No guard has these words in its name or file; --list shows them.');
  process.exitCode = 1;
} else {
  const began = performance.now();
  const tried = await tryAll();
  const missed = tried.filter(({ verdict }) => verdict !== 'caught');
  for (const one of missed) console.error(line(one));
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(`${tried.length - missed.length} of ${tried.length} caught, in ${minutes} minutes`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}
