import { isoInstant, opensAt, tasks, type Task } from '#contract/dates';
import { dayMs } from '#contract/durations';
import { shownName } from '#contract/accounts/person-name';
import type { OutageReach } from '#contract/progress/schedule-calls';
import { frozenAmong } from '../../accounts/frozen-students.ts';
import type { Reader } from '../../platform/database/database.ts';
import { pages, rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { readLocal } from '../../platform/zoned-time.ts';
import { dueAt, dueFrom, type DueFrom, type Extensions } from '../../submissions/due-dates.ts';
import {
  grantedForOutage,
  grantKey,
  schedulesAfter,
  type ScheduledStudent,
} from '../../submissions/extensions.ts';
import { standingsOf, type Standing } from '../../marking/staff-queries.ts';
import { ofChoice } from '../progress-reason.ts';

/** In milliseconds since 1970 UTC. */
export type Outage = { from: number; to: number };

export type Touched = { student: ScheduledStudent; tasks: { task: Task; before: number; after: number }[] };

const longestDays = 31;

/** @throws 400 for an end before the beginning, or more than a month */
export function readOutage(outage: { from: string; to: string }, zone: string): Outage {
  const [from, to] = [readLocal(outage.from, zone, 'start'), readLocal(outage.to, zone, 'start')];
  if (to <= from) throw httpErrors.badRequest('The end of the outage must be after its beginning.');
  if (to - from > longestDays * dayMs)
    throw httpErrors.badRequest(`An outage can last at most ${longestDays} days.`);
  return { from, to };
}

/**
 * Open before its end, due in or after it, and not submitted before its beginning.
 * @param submitted the newest version of each task for the current project
 */
export function touchedTasks(
  due: DueFrom,
  submitted: readonly Pick<Standing, 'task' | 'submittedAt'>[],
  { from, to }: Outage,
): Touched['tasks'] {
  return tasks.flatMap((task) => {
    const before = dueAt(task, due);
    const newest = submitted.find((one) => one.task === task);
    const isTouched =
      before !== null &&
      before >= from &&
      opensAt(task, due.start) < to &&
      (newest === undefined || newest.submittedAt >= from);
    return isTouched ? [{ task, before, after: before + (to - from) }] : [];
  });
}

/** Of a page that is locked, as it is now. */
async function lockedOf(
  reader: Reader,
  { batchId, ids }: { batchId: number; ids: readonly number[] },
): Promise<ScheduledStudent[]> {
  const [first = 0] = ids;
  const now = await schedulesAfter(reader, { batchId, afterId: first - 1, limit: rowsAtOnce });
  return now.filter(({ accountId }) => ids.includes(accountId));
}

type Lock = (accountIds: readonly number[]) => Promise<ReadonlyMap<number, Extensions>>;

/**
 * Pages by account; frozen results, and tasks that have the outage's time already, are left out.
 * @param lock before granting
 */
export async function* touchedBy(
  reader: Reader,
  { batchId, zone, outage }: { batchId: number; zone: string; outage: Outage },
  lock?: Lock,
): AsyncGenerator<Touched[]> {
  const read = (last?: { accountId: number }) =>
    schedulesAfter(reader, { batchId, afterId: last?.accountId ?? 0, limit: rowsAtOnce });
  for await (const page of pages(read)) {
    const ids = page.map(({ accountId }) => accountId);
    const locked = await lock?.(ids);
    // A start may have been corrected until the lock.
    const students = locked === undefined ? page : await lockedOf(reader, { batchId, ids });
    const standings = Map.groupBy(await standingsOf(reader, ids), ({ accountId }) => accountId);
    const granted = await grantedForOutage(reader, ids, outage);
    const frozen = await frozenAmong(reader, ids);
    yield students.flatMap((student) => {
      const { accountId } = student;
      if (frozen.has(accountId)) return [];
      const own = ofChoice(standings.get(accountId) ?? [], student);
      const from = dueFrom(student, student.startedAt, zone);
      const due = { ...from, extensions: locked?.get(accountId) ?? from.extensions };
      const touched = touchedTasks(due, own, outage);
      const open = touched.filter(({ task }) => !granted.has(grantKey(accountId, task)));
      return open.length === 0 ? [] : [{ student, tasks: open }];
    });
  }
}

/** Of the list; the count has all. */
const listed = 200;

/** For the preview. */
export async function readOutageReach(
  reader: Reader,
  of: { batchId: number; zone: string; outage: Outage },
): Promise<OutageReach> {
  let all: Touched[] = [];
  let count = 0;
  const byName = (a: Touched, b: Touched) => (a.student.name < b.student.name ? -1 : 1);
  for await (const page of touchedBy(reader, of)) {
    count += page.length;
    all = [...all, ...page].toSorted(byName).slice(0, listed);
  }
  return {
    count,
    students: all.map(({ student, tasks: touched }) => ({
      student: { s_id: student.email, s_name: shownName(student.name) },
      tasks: touched.map(({ task, before, after }) => ({
        task,
        due_at: isoInstant(before),
        due_then: isoInstant(after),
      })),
    })),
  };
}
