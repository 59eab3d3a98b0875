import { isoInstant, instantOrNull } from '#contract/dates';
import { limits } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/progress/schedule-calls';
import { ownBatchOf, ownStudent } from '../../accounts/policy.ts';
import { lockAccount } from '../../accounts/queries.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { Reader } from '../../platform/database/database.ts';
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

function presentAsked(row: ExtensionRequestRow, schedule: Schedule, zone: string): calls.AskedExtension {
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

async function requestOf(
  reader: Reader,
  { params, student }: { params: { request: string }; student: { accountId: number } },
): Promise<ExtensionRequestRow> {
  const { accountId } = student;
  const [row] = await extensionRequestById(reader, { id: idOf(params), accountId });
  if (row === undefined) throw httpErrors.notFound('There is no such extension request.');
  return row;
}

const idOf = ({ request }: { request: string }) => (/^\d{1,15}$/.test(request) ? Number(request) : 0);

const untilOf = ({ answer, until }: Given): string | null =>
  answer === 'granted' ? (until as string) : null;

export const extensionAnswerCalls = [
  read(calls.listExtensionRequests, {
    who: ownBatchOf,
    async run({ context: { database, settings }, resource: { batch } }) {
      const rows = await openRequestsOf(database.reader, {
        batchId: batch.id,
        limit: limits.extensionRequests,
      });
      return rows.map((row) => presentAsked(row, row, settings.academyZone));
    },
  }),

  // Grants the extension as a mentor would, with the student's reason, or declines it.
  act(calls.answerExtension, {
    who: ownStudent,
    key: {
      kind: 'extension-answer',
      content: ({ resource: { student }, params, body }) => [
        student.accountId,
        idOf(params),
        untilOf(body),
        body.words || null,
      ],
    },
    audit: 'decline-extension',
    async run(writer, { resource: { student, viewer }, params, body, context: { settings }, now }) {
      requireWhole(body);
      const { accountId, email } = student;
      const [until, words] = [untilOf(body), body.words || null];
      // Of two mentors who answer at once, the second sees the first one's answer.
      await lockAccount(writer, accountId);
      const row = await requestOf(writer, { params, student });
      const { task, reason } = row;
      if (row.answeredAt !== null) {
        const dueThen = until === null ? null : readLocal(until, settings.academyZone, 'end');
        if (isSameAnswer(row, dueThen, words)) return { id: viewer.accountId };
        throw httpErrors.changedMeanwhile(
          'This request was answered in the meantime. Your answer is not saved.',
          presentExtensionRequest(row),
        );
      }
      if (until !== null) {
        const to = { accountId, email, actorId: viewer.accountId };
        await grantExtension(writer, settings, to, { task, until, reason, words }, now);
        return { id: viewer.accountId };
      }
      const answer = { at: now, by: viewer.accountId, grantedUntil: null, words };
      await answerOpenRequest(writer, { accountId, task }, answer);
      await notifyDeclined(writer, { id: row.id, accountId, task, at: now });
      return {
        id: viewer.accountId,
        audit: {
          subject: email,
          aboutId: accountId,
          before: { task, until: isoInstant(row.until) },
          after: { task, words },
        },
      };
    },
    async answer(reader, { resource: { student }, params, context: { settings } }) {
      const row = await requestOf(reader, { params, student });
      const [schedule] = await scheduleOf(reader, student);
      if (schedule === undefined) throw new Error(`account ${student.accountId} is gone`);
      return presentAsked(row, schedule, settings.academyZone);
    },
  }),
];
