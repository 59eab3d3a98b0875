import { isoInstant, type Task } from '#contract/dates';
import { taskScreen } from '#contract/screens';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { notify } from '../notices/notify.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { localMoment, readLocal } from '../platform/zoned-time.ts';
import { commonDueAt, dueAt, dueFrom } from './due-dates.ts';
import { answerOpenRequest, type HeldTimes } from './extension-requests.ts';
import { insertExtensions, lockExtensions } from './extensions.ts';
import { taskLabel } from './open-task.ts';
import { scheduleOf } from './queries.ts';

/**
 * Also answers the task's open request. The newest extension counts; it never shortens the common due date.
 * @param actorId null: granted at once, by the batch's rule
 * @param words for the student who requested it
 * @throws 409 without a project or due date, 400 for a time before the common due date
 */
export async function grantExtension(
  writer: Writer,
  { settings, hours }: { settings: Pick<Settings, 'academyZone'>; hours: HeldTimes },
  { accountId, email, actorId }: { accountId: number; email: string; actorId: number | null },
  { task, until, reason, words }: { task: Task; until: string; reason: string; words: string | null },
  now: number,
): Promise<number> {
  const { academyZone: zone } = settings;
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
  const granting = { actorId: actorId ?? accountId, at: now, reason, outage: null };
  const id = await insertExtensions(writer, [extension], locked, granting);
  const answer = { at: now, by: actorId, grantedUntil: due, words };
  await answerOpenRequest(writer, { accountId, task }, answer, hours);
  await recordAuditEvent(writer, {
    at: now,
    actorId: actorId ?? accountId,
    act: actorId === null ? 'take-extension' : 'extend-due-date',
    subject: email,
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
