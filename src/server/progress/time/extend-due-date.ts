import { isoInstant, type Task } from '#contract/dates';
import { taskScreen } from '#contract/screens';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { notify } from '../../notices/notify.ts';
import type { AppContext } from '../../platform/context.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { readLocal, localMoment } from '../../platform/zoned-time.ts';
import { commonDueAt, dueAt, dueFrom } from '../../submissions/due-dates.ts';
import { insertExtensions, lockExtensions } from '../../submissions/extensions.ts';
import { scheduleOf } from '../../submissions/queries.ts';
import { taskLabel } from '../../submissions/open-task.ts';
import type { OwnStudent } from '../../accounts/policy.ts';

type Request = { task: Task; until: string; reason: string };

/**
 * The reason is for staff. The newest extension counts; it never shortens the common due date.
 * @param key the request's Idempotency-Key
 * @throws 409 without a project or due date, 400 for a time before the common due date
 */
export async function extendDueDate(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { student, viewer }: OwnStudent,
  { task, until, reason }: Request,
  key: string | null,
): Promise<void> {
  const { settings } = context;
  const { academyZone: zone } = settings;
  const { accountId } = student;
  const content = [accountId, task, until, reason];
  await once(
    context,
    { accountId: viewer.accountId, kind: 'extension', key, content },
    async (writer, now) => {
      const locked = await lockExtensions(writer, [accountId]);
      const [schedule] = await scheduleOf(writer, { accountId });
      if (schedule?.startedAt == null) throw httpErrors.conflict('The student has not chosen a project.');
      const from = dueFrom(schedule, schedule.startedAt, zone);
      const common = commonDueAt(task, from);
      const before = dueAt(task, from);
      if (common === null || before === null)
        throw httpErrors.conflict(`${taskLabel(task)} has no due date, so nothing can be late.`);
      const due = readLocal(until, zone, 'end');
      if (due < common)
        throw httpErrors.badRequest(
          `The extension must not end before the due date of the batch, ${localMoment(common, zone)}.`,
        );
      const extension = { accountId, task, dueAt: due, dueBefore: before };
      const granting = { actorId: viewer.accountId, at: now, reason, outage: null };
      const id = await insertExtensions(writer, [extension], locked, granting);
      await recordAuditEvent(writer, {
        at: now,
        actorId: viewer.accountId,
        act: 'extend-due-date',
        subject: student.email,
        aboutId: accountId,
        before: { task, due_at: isoInstant(before) },
        after: { task, due_at: isoInstant(due), reason },
      });
      await notify(writer, {
        kind: 'grant',
        event: `extension:${id}`,
        accounts: [accountId],
        about: `task:${task}`,
        text: `You have an extension: ${taskLabel(task)} is now due ${localMoment(due, zone)}`,
        href: taskScreen(task),
        now,
      });
      return id as number;
    },
  );
}
