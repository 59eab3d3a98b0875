import { isoInstant, type Task } from '#contract/dates';
import { taskScreen } from '#contract/screens';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { notify } from '../../notices/notify.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { readLocal, localMoment } from '../../platform/zoned-time.ts';
import { commonDueAt, dueAt, dueFrom } from '../../submissions/due-dates.ts';
import { answerOpenRequest } from '../../submissions/extension-requests.ts';
import { insertExtensions, lockExtensions } from '../../submissions/extensions.ts';
import { scheduleOf } from '../../submissions/queries.ts';
import { taskLabel } from '../../submissions/open-task.ts';
import type { OwnStudent } from '../../accounts/policy.ts';

type Request = { task: Task; until: string; reason: string };

/**
 * Also answers the task's open request. The newest extension counts; it never shortens the common due date.
 * @param words for the student who requested it
 * @throws 409 without a project or due date, 400 for a time before the common due date
 */
export async function grantExtension(
  writer: Writer,
  { academyZone: zone }: Pick<Settings, 'academyZone'>,
  { student, viewer }: OwnStudent,
  { task, until, reason, words }: Request & { words: string | null },
  now: number,
): Promise<number> {
  const { accountId } = student;
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
      `until must not be before the common due date, ${localMoment(common, zone)}.`,
    );
  const extension = { accountId, task, dueAt: due, dueBefore: before };
  const granting = { actorId: viewer.accountId, at: now, reason, outage: null };
  const id = await insertExtensions(writer, [extension], locked, granting);
  const answer = { at: now, by: viewer.accountId, grantedUntil: due, words };
  await answerOpenRequest(writer, { accountId, task }, answer);
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
}

/**
 * The reason is for staff.
 * @param key the request's Idempotency-Key
 */
export async function extendDueDate(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  own: OwnStudent,
  { task, until, reason }: Request,
  key: string | null,
): Promise<void> {
  const content = [own.student.accountId, task, until, reason];
  await once(context, { accountId: own.viewer.accountId, kind: 'extension', key, content }, (writer, now) =>
    grantExtension(writer, context.settings, own, { task, until, reason, words: null }, now),
  );
}
