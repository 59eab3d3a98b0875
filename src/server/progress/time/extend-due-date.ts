import { isDay, isDayAndTime, isoInstant, type Task } from '#contract/dates';
import * as calls from '#contract/progress/schedule-calls';
import { ownStudent } from '../../accounts/policy.ts';
import { lockAccount } from '../../accounts/queries.ts';
import { act } from '../../accounts/sessions/act.ts';
import type { Writer } from '../../platform/database/database.ts';
import { readLocal } from '../../platform/zoned-time.ts';
import { dueAt, dueFrom } from '../../submissions/due-dates.ts';
import type { HeldTimes } from '../../submissions/extension-requests.ts';
import { grantExtension } from '../../submissions/grant-extension.ts';
import { scheduleOf } from '../../submissions/queries.ts';
import { readStudentTime } from './student-time.ts';

const isLocal = (text: unknown): text is string =>
  typeof text === 'string' && (isDay(text) || isDayAndTime(text));

/** Null without a project or a due date. */
async function currentDue(
  writer: Writer,
  { accountId, task, zone }: { accountId: number; task: Task; zone: string },
): Promise<number | null> {
  const [schedule] = await scheduleOf(writer, { accountId });
  return schedule?.startedAt == null ? null : dueAt(task, dueFrom(schedule, schedule.startedAt, zone));
}

/** The reason is for staff. Without `began` the newest extension counts. */
export const extendDueDate = (hours: HeldTimes) =>
  act(calls.extendDueDate, {
    who: ownStudent,
    key: {
      kind: 'extension',
      content: ({ resource: { student }, body: { task, until, reason } }) => [
        student.accountId,
        task,
        until,
        reason,
      ],
    },
    changes: {
      async stored(writer, { resource: { student }, body: { task, until, began }, context: { settings } }) {
        const { accountId } = student;
        const zone = settings.academyZone;
        await lockAccount(writer, accountId);
        const due = await currentDue(writer, { accountId, task, zone });
        if (due === null) return {};
        const isDue = (text: unknown) => isLocal(text) && readLocal(text, zone, 'end') === due;
        // The wire shows an instant. A day that is the same is as it is written.
        const same = began && [until, began['until']].find(isDue);
        return { until: same ?? isoInstant(due) };
      },
      message: 'The due date of this task was changed in the meantime. Your extension is not saved yet.',
      current: (writer, { resource: { student }, context: { settings } }) =>
        readStudentTime(writer, settings, student.accountId),
    },
    async run(writer, { resource: { student, viewer }, body, stored, context: { settings }, now }) {
      const { task, until, reason } = body;
      if ('until' in stored && until === stored.until) return { id: viewer.accountId };
      const to = { ...student, actorId: viewer.accountId };
      return {
        id: await grantExtension(writer, { settings, hours }, to, { task, until, reason, words: null }, now),
      };
    },
    answer: (reader, { resource: { student }, context: { settings } }) =>
      readStudentTime(reader, settings, student.accountId),
  });
