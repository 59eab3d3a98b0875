import { dayMs } from '#contract/durations';
import type { Timeline } from '#contract/submissions/calls';
import { taskScreen } from '#contract/screens';
import { accountsAs } from '../../accounts/queries.ts';
import { notify, type Notification } from '../../notices/notify.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { pages, rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import { instantOfDay, localMoment } from '../../platform/zoned-time.ts';
import { selectionsAs } from '../../selections/queries.ts';
import { ownRecords, presentTimeline } from '../../marking/student/timeline.ts';
import { taskProgressOf } from '../../marking/student/queries.ts';
import { taskLabel } from '../../submissions/open-task.ts';

/** Academy midnights of tomorrow and the next two days, in milliseconds since 1970 UTC. */
type DaysAhead = { tomorrow: number; second: number; third: number };

type Coming = Pick<Notification, 'kind' | 'event' | 'about' | 'text' | 'href'>;

/**
 * Tasks that open tomorrow, and unsubmitted tasks due in two days.
 * @param clockOf day and time in the academy's zone
 */
export function comingUp(
  { now, tasks, viva_deadline }: Timeline,
  { tomorrow, second, third }: DaysAhead,
  clockOf: (instant: number) => string,
): Coming[] {
  return tasks.flatMap(({ task, opens_at, due_at, state, recorded }): Coming[] => {
    const label = taskLabel(task);
    const about = `task:${task}`;
    const href = taskScreen(task);
    const opens = opens_at === null ? null : Date.parse(opens_at);
    const due = task === 'viva' ? viva_deadline : due_at;
    const deadline = due === null ? null : Date.parse(due);
    const coming: Coming[] = [];
    if (opens !== null && opens >= tomorrow && opens < second)
      coming.push({
        kind: 'week-opens',
        event: `${task}:${opens}`,
        about,
        text: `${label} opens tomorrow, on ${clockOf(opens)}`,
        href,
      });
    // Also a deadline that was set, or whose task opened, later than two days before.
    const isMissing = state === 'open' && recorded?.counts !== true;
    if (isMissing && deadline !== null && deadline > Date.parse(now) && deadline < third)
      coming.push({
        kind: 'deadline-near',
        event: `${task}:${deadline}`,
        about,
        text: `${label} is due on ${clockOf(deadline)}, and you have not submitted it yet`,
        href,
      });
    return coming;
  });
}

async function studentsAtWork(
  reader: Reader,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await reader
    .selectFrom(selectionsAs('selection'))
    .innerJoin(accountsAs('student'), 'student.id', 'selection.account_id')
    .where('selection.account_id', '>', after)
    .where('student.role', '=', 'student')
    .orderBy('selection.account_id')
    .limit(limit)
    .select('selection.account_id as accountId')
    .execute();
  return rows.map(({ accountId }) => accountId);
}

/** By the student's own timeline of today. Safe to repeat: each is notified once. */
export async function tellOfComingDays(
  { database, settings }: Pick<AppContext, 'database' | 'settings'>,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const zone = settings.academyZone;
  const dayAhead = (days: number) => instantOfDay(instantOfDay(now, zone) + days * dayMs + dayMs / 2, zone);
  const days = { tomorrow: dayAhead(1), second: dayAhead(2), third: dayAhead(3) };
  const clockOf = (instant: number) => localMoment(instant, zone);
  const read = (after?: number) => studentsAtWork(database.reader, { after: after ?? 0, limit: rowsAtOnce });
  for await (const students of pages(read, { signal })) {
    const told: Notification[] = [];
    for (const accountId of students) {
      const rows = await taskProgressOf(database.reader, { accountId });
      const records = await ownRecords(database.reader, accountId, rows);
      const coming = comingUp(presentTimeline(rows, { now, zone }, { records }), days, clockOf);
      told.push(...coming.map((notice) => ({ ...notice, accounts: [accountId], now })));
    }
    if (told.length > 0)
      await database.transaction(async (writer) => {
        for (const notice of told) await notify(writer, notice);
      });
  }
}
