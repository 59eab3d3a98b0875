import { isoInstant, type Task, instantOrNull } from '#contract/dates';
import { limits } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import type { AskedExtension } from '#contract/progress/schedule-calls';
import type { OwnStudent } from '../../accounts/policy.ts';
import { lockAccount } from '../../accounts/queries.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { makeOnce, once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { readLocal, writeLocal } from '../../platform/zoned-time.ts';
import { dueAt, dueFrom } from '../../submissions/due-dates.ts';
import {
  answerOpenRequest,
  extensionRequestById,
  type ExtensionRequestRow,
  notifyDeclined,
  openRequestsOf,
  presentExtensionRequest,
} from '../../submissions/extension-requests.ts';
import { grantExtension } from '../../submissions/grant-extension.ts';
import { scheduleOf } from '../../submissions/queries.ts';

type Schedule = Parameters<typeof dueFrom>[0] & { email: string; name: string; startedAt: number | null };

function presentAsked(row: ExtensionRequestRow, schedule: Schedule, zone: string): AskedExtension {
  const { email, name, startedAt } = schedule;
  const due = startedAt === null ? null : dueAt(row.task, dueFrom(schedule, startedAt, zone));
  return {
    ...presentExtensionRequest(row),
    student: { s_id: email, s_name: shownName(name) },
    task: row.task,
    until_day: writeLocal(row.until, zone).slice(0, 10),
    due_at: instantOrNull(due),
  };
}

export async function listOpenRequests(
  reader: Reader,
  batchId: number,
  zone: string,
): Promise<AskedExtension[]> {
  const rows = await openRequestsOf(reader, { batchId, limit: limits.extensionRequests });
  return rows.map((row) => presentAsked(row, row, zone));
}

type Given = { answer: 'granted' | 'declined'; until?: string | undefined; words?: string | undefined };

/** @throws 400 for a grant without a day, or a refusal without words */
function requireWhole({ answer, until, words }: Given): void {
  const missing =
    answer === 'granted'
      ? until === undefined && { name: 'until', message: 'until, the new due date, is required' }
      : (words ?? '') === '' && { name: 'words', message: 'Say why the request is declined' };
  if (missing !== false) throw httpErrors.invalidFields(missing.message, [missing]);
}

const isSameAnswer = (row: ExtensionRequestRow, until: number | null, words: string | null) =>
  row.grantedUntil === until && row.words === words;

/**
 * Grants the extension as a mentor would, with the student's reason, or declines it.
 * @throws 404 no such request; 409 with `current` if a colleague answered otherwise, and for a key of another
 * answer
 */
export async function answerExtension(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { viewer, student }: OwnStudent,
  requestId: string,
  given: Given,
  key: string | null,
): Promise<AskedExtension> {
  const { accountId } = student;
  const zone = settings.academyZone;
  const id = /^\d{1,15}$/.test(requestId) ? Number(requestId) : 0;
  const now = clock.now();
  requireWhole(given);
  const until = given.answer === 'granted' ? (given.until as string) : null;
  const words = given.words || null;
  const find = async (writer: Writer) => {
    const [row] = await extensionRequestById(writer, { id, accountId });
    if (row === undefined) throw httpErrors.notFound('There is no such extension request.');
    return row;
  };
  const request = {
    accountId: viewer.accountId,
    kind: 'extension-answer',
    key,
    content: [accountId, id, until, words],
    now,
  } as const;
  return database.transaction(async (writer) => {
    await makeOnce(writer, request, async () => {
      // Of two mentors who answer at once, the second sees the first one's answer.
      await lockAccount(writer, accountId);
      const { task, reason, ...row } = await find(writer);
      const dueThen = until === null ? null : readLocal(until, zone, 'end');
      if (row.answeredAt !== null) {
        if (isSameAnswer({ task, reason, ...row }, dueThen, words)) return;
        throw httpErrors.changedMeanwhile(
          'This request was answered in the meantime. Your answer is not saved.',
          presentExtensionRequest({ task, reason, ...row }),
        );
      }
      if (until !== null) {
        const to = { ...student, actorId: viewer.accountId };
        await grantExtension(writer, settings, to, { task, until, reason, words }, now);
        return;
      }
      const answer = { at: now, by: viewer.accountId, grantedUntil: null, words };
      await answerOpenRequest(writer, { accountId, task }, answer);
      await recordAuditEvent(writer, {
        at: now,
        actorId: viewer.accountId,
        act: 'decline-extension',
        subject: student.email,
        aboutId: accountId,
        before: { task, until: isoInstant(row.until) },
        after: { task, words },
      });
      await notifyDeclined(writer, { id, accountId, task, at: now });
    });
    const row = await find(writer);
    const [schedule] = await scheduleOf(writer, { accountId });
    if (schedule === undefined) throw new Error(`account ${accountId} is gone`);
    return presentAsked(row, schedule, zone);
  });
}

type Request = { task: Task; until: string; reason: string };

/**
 * The reason is for staff.
 */
export async function extendDueDate(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  own: OwnStudent,
  { task, until, reason }: Request,
  key: string | null,
): Promise<void> {
  const content = [own.student.accountId, task, until, reason];
  await once(context, { accountId: own.viewer.accountId, kind: 'extension', key, content }, (writer, now) =>
    grantExtension(
      writer,
      context.settings,
      { ...own.student, actorId: own.viewer.accountId },
      { task, until, reason, words: null },
      now,
    ),
  );
}
