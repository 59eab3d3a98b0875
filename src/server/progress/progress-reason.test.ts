import { expect, test } from 'vitest';
import { tasks } from '#contract/dates';
import { dayMs } from '#contract/durations';
import { progressReason, type ProgressFacts } from './progress-reason.ts';

const now = Date.parse('2026-11-22T09:00:00.000Z');
const ago = (days: number) => now - days * dayMs;
const reason = (facts: Partial<ProgressFacts>) =>
  progressReason(
    {
      signedUpAt: ago(40),
      seenAt: ago(0.1),
      isSuspended: false,
      startedAt: ago(10),
      submitted: new Set(['week-1']),
      hasBatch: true,
      typedBatch: null,
      ...facts,
    },
    now,
  );

test('whoever is where they should be has no reason', () => {
  expect(reason({})).toBeNull();
  expect(reason({ submitted: new Set() }), 'open for three days').toBeNull();
  expect(reason({ startedAt: null, signedUpAt: ago(2) }), 'signed up two days ago').toBeNull();
  expect(reason({ submitted: new Set(tasks), seenAt: ago(60) }), 'everything is submitted').toBeNull();
});

test('the first task without a submission counts from its opening, from seven days on', () => {
  const twoWeeks = { startedAt: ago(23), seenAt: ago(6) };
  expect(reason(twoWeeks)).toBe('Week 2 open for 9 days; last seen 6 days ago');
  expect(reason({ startedAt: ago(14), submitted: new Set() })).toBe(
    'Week 1 open for 7 days; last seen today',
  );
  expect(reason({ startedAt: ago(14) + 1, submitted: new Set() })).toBeNull();
  expect(reason({ startedAt: ago(23), submitted: new Set(['week-2']), seenAt: ago(1) })).toBe(
    'Week 1 open for 16 days; last seen 1 day ago',
  );
  const weeks = tasks.filter((task) => task.startsWith('week'));
  expect(reason({ startedAt: ago(36), submitted: new Set(weeks) })).toBe(
    'Final project open for 8 days; last seen today',
  );
  expect(reason({ startedAt: ago(36), submitted: new Set([...weeks, 'final']) })).toBe(
    'Viva voce open for 8 days; last seen today',
  );
});

test('nobody waits for who is suspended', () => {
  expect(reason({ isSuspended: true, startedAt: ago(23), seenAt: ago(9), typedBatch: 'Mern' })).toBe(
    'Suspended',
  );
});

test('silence, a missing project and a missing place are told', () => {
  expect(reason({ seenAt: ago(7) })).toBe('Last seen 7 days ago');
  expect(reason({ startedAt: null, signedUpAt: ago(12), seenAt: null })).toBe(
    'No project 12 days after signup; never logged in',
  );
  expect(reason({ startedAt: null, signedUpAt: ago(1), hasBatch: false, typedBatch: 'Mern Nov' })).toBe(
    'Waits for a batch: entered “Mern Nov” at signup',
  );
  expect(reason({ typedBatch: 'Mern Nov' })).toBe('Check the batch: entered “Mern Nov” at signup');
});
