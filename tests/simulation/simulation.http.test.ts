import { expect, inject, test } from 'vitest';
import { pauseRecording } from '#support/record-statements';
import { simulate } from './run.ts';

const seed = 20_261_129;
const patienceMs = 300_000;

// Their statements are those of the calls, which have tests on both engines.
const simulated: typeof simulate = async (options) => {
  const resume = pauseRecording();
  try {
    return await simulate(options);
  } finally {
    resume();
  }
};

const expectUnbroken = async (wanted: number): Promise<void> => {
  const { failure, steps } = await simulated({ seed, steps: wanted, source: inject('emptySqlite') });
  expect(failure ?? '').toBe('');
  expect(steps).toBeGreaterThanOrEqual(wanted);
};

test('three hundred steps in simulated academies break no promise', () => expectUnbroken(300), patienceMs);

// Long: half a minute. `npm run test:full` also simulates ten minutes of other seeds.
test('a thousand steps in simulated academies break no promise', { tags: 'full', timeout: patienceMs }, () =>
  expectUnbroken(1_000),
);

test(
  'the same seed gives the same steps and answers, another one others',
  async () => {
    const of = async (own: number) =>
      (await simulated({ seed: own, steps: 30, stepsARun: 60, source: inject('emptySqlite') })).hash;
    const first = await of(seed + 1);
    expect(await of(seed + 1)).toBe(first);
    expect(await of(seed + 2)).not.toBe(first);
  },
  patienceMs,
);

test(
  'a run that fails is made smaller, and says its steps and how to repeat it',
  async () => {
    const { failure } = await simulated({
      seed,
      steps: 200,
      source: inject('emptySqlite'),
      alsoHolds: ({ ledger }) => (ledger.receipts.length < 2 ? null : 'there are two receipts'),
    });
    const [first, ...lines] = (failure ?? '').split('\n');
    expect(first).toBe('there are two receipts');
    expect(lines.length, 'two submissions, and perhaps a step before them').toBeLessThanOrEqual(4);
    expect(lines.filter((line) => / submits .*: 201/.test(line)).length).toBeGreaterThan(0);
    expect(lines.at(-1)).toMatch(/^To repeat it: npm run simulate -- --seed \d+$/);
  },
  patienceMs,
);
