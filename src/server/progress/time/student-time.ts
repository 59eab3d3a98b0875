import { isoInstant, opensAt, tasks, instantOrNull } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import {
  readStudentTime as readCall,
  type StudentTime,
  type TimeEvent,
} from '#contract/progress/schedule-calls';
import { ownStudent } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { writeLocal } from '../../platform/zoned-time.ts';
import { formerSelectionsOf, type FormerSelection } from '../../selections/queries.ts';
import { commonDueAt, dueAt, dueFrom } from '../../submissions/due-dates.ts';
import { extensionsOf } from '../../submissions/extensions.ts';
import { presentChosenProject } from '../../selections/presenter.ts';
import { staffStudentById } from '../../marking/staff-queries.ts';
import { toldTimeOf } from './viva-times.ts';

type ExtensionRow = Awaited<ReturnType<typeof extensionsOf>>[number];

/** Former selections are few. */
const listed = 100;

function presentExtension(row: ExtensionRow, accountId: number): TimeEvent {
  return {
    kind: row.outageFrom === null ? 'extension' : 'outage',
    at: isoInstant(row.grantedAt),
    by: row.granter === accountId ? 'Automatic' : shownName(row.grantedBy),
    reason: row.reason,
    task: row.task,
    due_at: isoInstant(row.dueAt),
    due_before: isoInstant(row.dueBefore),
    project: null,
    start_before: null,
  };
}

function presentEnding(row: FormerSelection): TimeEvent {
  return {
    kind: row.endedAs === 'undone' ? 'selection-undone' : 'start-corrected',
    at: isoInstant(row.endedAt),
    by: shownName(row.endedBy),
    reason: row.reason,
    task: null,
    due_at: null,
    due_before: null,
    project: { id: row.projectId, name: row.projectName },
    start_before: isoInstant(row.startedAt),
  };
}

export async function readStudentTime(
  reader: Reader,
  { academyZone: zone }: Pick<Settings, 'academyZone'>,
  accountId: number,
): Promise<StudentTime> {
  const [row] = await staffStudentById(reader, { accountId });
  if (row === undefined) throw new Error(`account ${accountId} is gone`);
  const { startedAt: start } = row;
  const due = start === null ? null : dueFrom(row, start, zone);
  const [extensions, former, told] = await Promise.all([
    extensionsOf(reader, { accountId, limit: listed }),
    formerSelectionsOf(reader, { accountId }),
    toldTimeOf(reader, accountId),
  ]);
  return {
    zone,
    project: presentChosenProject(row),
    start: start === null ? null : writeLocal(start, zone).slice(0, 16),
    start_date: instantOrNull(start),
    tasks: tasks.map((task) => ({
      task,
      opens_at: start === null ? null : isoInstant(opensAt(task, start)),
      common_due_at: due === null ? null : instantOrNull(commonDueAt(task, due)),
      due_at: due === null ? null : instantOrNull(dueAt(task, due)),
    })),
    ...(told !== null && { viva_at: isoInstant(told.startsAt) }),
    acts: [
      ...extensions.map((extension) => presentExtension(extension, accountId)),
      ...former.map(presentEnding),
    ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)),
  };
}

export const studentTimeCall = read(readCall, {
  who: ownStudent,
  run: ({ context: { database, settings }, resource: { student } }) =>
    readStudentTime(database.reader, settings, student.accountId),
});
