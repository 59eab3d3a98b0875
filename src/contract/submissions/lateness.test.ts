import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lateness, punctuality } from './lateness.ts';
import { latenessOfTask } from './task-lateness.ts';

const friday = '2026-11-20T15:35:00.000Z';
const saturday = '2026-11-21T18:29:59.999Z';

describe('late', () => {
  it.each([
    ['on time', { late: false }, null],
    ['on time, with an extension since', { late: false, extended: { due_at: saturday } }, null],
    ['late', { late: true }, 'late'],
    ['late, covered since', { late: true, extended: { due_at: saturday } }, 'late; extended later'],
    [
      'late, covered to the millisecond',
      { late: true, extended: { due_at: friday } },
      'late; extended later',
    ],
    [
      'late, also for the extension',
      { late: true, extended: { due_at: '2026-11-20T15:34:59.999Z' } },
      'late',
    ],
  ])('%s', (_, version, words) => expect(lateness({ submitted_at: friday, ...version })).toBe(words));

  it.each([
    ['without an extension', { extended_at: null, due_at: '2026-11-19T18:29:59.999Z' }, 'late'],
    ['extended since', { extended_at: '2026-11-20T16:00:00.000Z', due_at: saturday }, 'late; extended later'],
    [
      'extended before, and late all the same',
      { extended_at: '2026-11-18T09:00:00.000Z', due_at: friday },
      'late',
    ],
    [
      'extended since, not far enough',
      { extended_at: '2026-11-20T16:00:00.000Z', due_at: '2026-11-20T09:00:00.000Z' },
      'late',
    ],
  ])('of a task %s', (_, dates, words) =>
    expect(latenessOfTask({ late: true, submitted_at: friday, ...dates })).toBe(words),
  );

  it.each([
    ['week-1', null, null],
    ['week-1', friday, 'on time'],
    ['viva', undefined, 'on time'],
  ] as const)('%s, due %s', (task, due_at, words) =>
    expect(punctuality({ task, late: false, submitted_at: friday, due_at })).toBe(words),
  );
});

/** They show `late` of the staff's progress, which counts extensions already. */
const ofProgress = /^src\/(?:web\/features\/progress|server\/progress)\//;

it('is worded nowhere else', () => {
  const files = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.|\/migrations\//.test(file) && !ofProgress.test(file))
    .filter((file) => !file.endsWith('submissions/lateness.ts'));
  expect(files.length).toBeGreaterThan(500);
  const byHand = /\blate\s*(?:\?(?!:)|&&|=== true\s*\?)/;
  expect(files.filter((file) => byHand.test(readFileSync(file, 'utf8')))).toEqual([]);
});
