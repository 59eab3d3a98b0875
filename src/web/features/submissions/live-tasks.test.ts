import { describe, expect, it } from 'vitest';
import { receipt, timelineOnDay } from '#support/contract-fixtures';
import { submittedTask } from '#support/portal-answers';
import { tasksAt, withReceipts } from './live-tasks.ts';

const marked = {
  ...submittedTask,
  state: 'marked',
  marks: 82,
  comments: 'Good.',
  marked_version: 1,
} as const;
const weekOne = (task: object, ...receipts: Parameters<typeof receipt>[0][]) =>
  withReceipts(timelineOnDay(16, { 'week-1': task }).tasks, receipts.map(receipt))[0];

describe('tasks with receipts that are newer than the timeline', () => {
  it('are submitted, with the newest version', () => {
    const second = { version: 2, number: 'CAP-2', submitted_at: '2026-11-20T09:00:00.000Z', late: true };
    expect(weekOne({}, { version: 1 }, second)).toMatchObject({
      state: 'submitted',
      version: 2,
      receipt: 'CAP-2',
      submitted_at: '2026-11-20T09:00:00.000Z',
      late: true,
    });
    expect(weekOne(submittedTask, second)).toMatchObject({ state: 'submitted', version: 2 });
  });

  it('keep their mark, which is for the earlier version', () => {
    expect(weekOne(marked, { version: 2 })).toMatchObject({ state: 'marked', marks: 82, marked_version: 1 });
  });

  it('lose a mark for an earlier project', () => {
    const task = weekOne({ ...marked, state: 'open', earlier_project: true }, { version: 2 });
    expect(task).toMatchObject({ state: 'submitted', marks: null, comments: null, earlier_project: false });
  });

  it.each([
    ['of another task', submittedTask, { task: 'week-2', version: 2 }],
    ['that the timeline has', submittedTask, { version: 1 }],
    ['for an earlier project', {}, { made_for: { p_id: 'P003', p_name: 'Loan Desk' } }],
    ['of a locked task', { state: 'locked' }, {}],
  ] as const)('ignore a receipt %s', (_, task, given) => {
    expect(weekOne(task, given)).toEqual(timelineOnDay(16, { 'week-1': task }).tasks[0]);
  });
});

describe('the last day to request a review', () => {
  const until = Date.parse('2026-11-22T18:29:59.999Z');
  const weekAt = (now: number, rest: object = {}) => {
    const week = { ...marked, review_until: new Date(until).toISOString(), ...rest };
    return tasksAt(timelineOnDay(16, { 'week-1': week }).tasks, now)[0];
  };

  it('passes on an open page, and in what a device has saved', () => {
    expect(weekAt(until)).not.toHaveProperty('no_review');
    expect(weekAt(until + 1)?.no_review).toMatch(/^The last day/);
  });

  it('is no matter once a review was requested, and where there is none', () => {
    const second_look = { reason: 'x', asked_at: '', answer: null, answered_by: null, answered_at: null };
    expect(weekAt(until + 1, { second_look })).not.toHaveProperty('no_review');
    expect(weekAt(until + 1, { review_until: undefined })).not.toHaveProperty('no_review');
  });
});
