import type { StudentResult } from '#contract/results/result-calls';
import type { Call } from '../../lib/calls/client.ts';
import { toResult, valueOf, type Result } from '../../lib/calls/deferred.ts';
import { readTimeline, type TimelineSnapshot } from '../submissions/live-tasks.ts';

/** A withheld number could be computed from these. */
const withoutNumbers = (result: StudentResult): StudentResult => ({
  ...result,
  result: null,
  so_far: null,
  passed: null,
  grade: null,
  lines: result.lines.map((line) => ({ ...line, marks: null, counted: null, late_cost: 0 })),
  minimums: result.minimums.map((minimum) => ({ ...minimum, has: null, fails: false })),
  reach: { least: null, most: null, sentence: null },
});

/** Without a number while one of the marks is withheld. */
export const resultBeside = ({ timeline }: TimelineSnapshot, result: StudentResult): StudentResult =>
  timeline.tasks.some((task) => task.isWithheld) ? withoutNumbers(result) : result;

type Standing = { timeline: Result<TimelineSnapshot>; result: Result<StudentResult> };

/** The student's tasks, and what their released marks come to. */
export async function readStanding(call: Call, s_id: string): Promise<Standing> {
  const [timeline, result] = await Promise.all([
    toResult(readTimeline(call, s_id)),
    toResult(call('readResult', { params: { s_id } })),
  ]);
  const [snapshot, known] = [valueOf(timeline), valueOf(result)];
  if (known === undefined) return { timeline, result };
  const value = snapshot === undefined ? withoutNumbers(known) : resultBeside(snapshot, known);
  return { timeline, result: { value } };
}
