import { expect, it } from 'vitest';
import { ownRecord, timelineOnDay } from '#support/contract-fixtures';
import { noteShown, withholdMarks } from './withheld-marks.ts';

const marked = (marks: number, comments: string, read_at: string | null = null) => ({
  state: 'marked' as const,
  version: 1,
  marks,
  comments,
  marked_version: 1,
  marked_at: '2026-11-12T09:00:00.000Z',
  read_at,
});
const timeline = timelineOnDay(22, {
  'week-1': marked(82, 'Good.', '2026-11-13T09:00:00.000Z'),
  'week-2': marked(71, 'Fair.'),
  'week-3': marked(64, ''),
});
const numbers = (of: typeof timeline) => withholdMarks(of).tasks.map(({ marks }) => marks);

it('withholds a number until its comment was read, where the batch wants it so', () => {
  expect(numbers(timeline).slice(0, 3)).toEqual([82, 71, 64]);
  const first = { ...timeline, comment_first: true };
  expect(numbers(first)).toEqual([82, null, 64, null, null, null]);
  expect(withholdMarks(first).tasks.map(({ isWithheld }) => isWithheld === true)).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('shows what was shown on this page, and a mark that was changed since only once that is read, too', () => {
  const first = { ...timeline, comment_first: true };
  const [, second] = first.tasks;
  if (second === undefined) throw new Error('no second week');
  noteShown(second);
  expect(numbers(first)[1]).toBe(71);
  const changed = { ...second, marks: 75, marked_at: '2026-11-14T09:00:00.000Z' };
  expect(numbers({ ...first, tasks: [changed] })).toEqual([null]);
});

it('a mark without a file is withheld in both places; what has no number of its own is not', () => {
  const recorded = (fields: Parameters<typeof ownRecord>[0]) => ({
    state: 'marked' as const,
    marks: fields?.marks ?? null,
    comments: 'Read this.',
    recorded: ownRecord({ comments: 'Read this.', ...fields }),
  });
  const of = {
    ...timelineOnDay(22, {
      'week-1': recorded({ status: 'marked', marks: 64 }),
      'week-2': recorded({ status: 'absent', marks: 0 }),
      'week-3': recorded({ status: 'excused', marks: null }),
    }),
    comment_first: true,
  };
  const shown = withholdMarks(of).tasks;
  expect(JSON.stringify(shown)).not.toContain('64');
  expect(shown.map(({ isWithheld }) => isWithheld === true)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  const read = of.tasks.map((task) => ({
    ...task,
    ...(task.recorded && { recorded: { ...task.recorded, read_at: '2026-11-19T09:00:00.000Z' } }),
  }));
  expect(numbers({ ...of, tasks: read }).slice(0, 2)).toEqual([64, 0]);
});

it('an excused task has no mark, also where an earlier version has one; a later version counts', () => {
  const excused = ownRecord({ status: 'excused', marks: null, comments: 'Ill.' });
  const { tasks } = withholdMarks(
    timelineOnDay(22, {
      'week-1': { ...marked(70, 'Good.'), recorded: excused },
      'week-2': { ...marked(80, 'Better.'), recorded: { ...excused, counts: false } },
    }),
  );
  expect(tasks[0]).toMatchObject({
    marks: null,
    comments: 'Ill.',
    marked_version: null,
    marked_at: excused.at,
  });
  expect(tasks[1]).toMatchObject({ marks: 80, comments: 'Better.', marked_version: 1 });
});
