import { isoInstant, instantOrNull } from '#contract/dates';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/progress/schedule-calls';
import { ownBatchOf, ownStudent } from '../../accounts/policy.ts';
import { lockAccount, type StudentRow } from '../../accounts/queries.ts';
import { act, read, type Done } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { Settings } from '../../platform/settings/settings.ts';
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
import type { VivaHours } from './viva-hours.ts';
import { toldTimeOf } from './viva-times.ts';

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

/** Of each request for another viva time, what the office can give instead. */
async function presentAll(
  reader: Reader,
  rows: readonly (ExtensionRequestRow & Schedule & { accountId: number })[],
  { hours, zone, now }: { hours: VivaHours; zone: string; now: number },
): Promise<calls.AskedExtension[]> {
  const moves: { accountId: number; requestId: number }[] = [];
  for (const { task, accountId, id } of rows)
    if (task === 'viva' && (await toldTimeOf(reader, accountId)) !== null)
      moves.push({ accountId, requestId: id });
  const vivas = await hours.present(reader, moves, { zone, now });
  return rows.map((row) => {
    const viva = vivas.get(row.id);
    return { ...presentAsked(row, row, zone), ...(viva !== undefined && { viva }) };
  });
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

type GiveHour = {
  student: StudentRow;
  viewer: Viewer;
  asked: { id: number; until: string; reason: string; words: string | null };
  told: { startsAt: number };
  hours: VivaHours;
  settings: Settings;
  now: number;
};

/** Another time of the viva; the viva's due date follows where it would end before. */
async function giveHour(
  writer: Writer,
  { student, viewer, asked, told, hours, settings, now }: GiveHour,
): Promise<Done> {
  const { accountId, email } = student;
  const { academyZone: zone } = settings;
  const { until, reason, words } = asked;
  if (viewer.role !== 'administrator') throw httpErrors.forbidden(messages.forbidden);
  if (!until.includes('T')) {
    const message = 'until must be a time such as 2026-12-03T10:20: the viva of this student has one.';
    throw httpErrors.invalidFields(message, [{ name: 'until', message }]);
  }
  const startsAt = readLocal(until, zone, 'start');
  const by = viewer.accountId;
  const answer = { at: now, by, grantedUntil: startsAt, words };
  // Before the answer, which frees what is held.
  await hours.give(writer, { accountId, requestId: asked.id, startsAt, by, zone, now });
  await answerOpenRequest(writer, { accountId, task: 'viva' }, answer, hours);
  const [schedule] = await scheduleOf(writer, { accountId });
  const due = schedule?.startedAt == null ? null : dueAt('viva', dueFrom(schedule, schedule.startedAt, zone));
  if (due !== null && startsAt > due) {
    const extension = { task: 'viva' as const, until: until.slice(0, 10), reason, words };
    await grantExtension(writer, { settings, hours }, { accountId, email, actorId: by }, extension, now);
  }
  return {
    id: by,
    audit: {
      act: 'give-viva-time',
      subject: email,
      aboutId: accountId,
      before: { starts_at: isoInstant(told.startsAt) },
      after: { starts_at: isoInstant(startsAt), words },
    },
  };
}

const idOf = ({ request }: { request: string }) => (/^\d{1,15}$/.test(request) ? Number(request) : 0);

const untilOf = ({ answer, until }: Given): string | null =>
  answer === 'granted' ? (until as string) : null;

export const extensionAnswerCalls = (hours: VivaHours) => [
  read(calls.listExtensionRequests, {
    who: ownBatchOf,
    async run({ context: { database, settings, clock }, resource: { batch } }) {
      const rows = await openRequestsOf(database.reader, {
        batchId: batch.id,
        limit: limits.extensionRequests,
      });
      const of = { hours, zone: settings.academyZone, now: clock.now() };
      return presentAll(database.reader, rows, of);
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
      const told = task === 'viva' ? await toldTimeOf(writer, accountId) : null;
      if (until !== null && told !== null) {
        const asked = { id: row.id, until, reason, words };
        return giveHour(writer, { student, viewer, asked, told, hours, settings, now });
      }
      if (until !== null) {
        const to = { accountId, email, actorId: viewer.accountId };
        await grantExtension(writer, { settings, hours }, to, { task, until, reason, words }, now);
        return { id: viewer.accountId };
      }
      const answer = { at: now, by: viewer.accountId, grantedUntil: null, words };
      await answerOpenRequest(writer, { accountId, task }, answer, hours);
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
    taken: () => 'Somebody else took this time at this moment. Choose another one.',
    async answer(reader, { resource: { student }, params, context: { settings } }) {
      const row = await requestOf(reader, { params, student });
      const [schedule] = await scheduleOf(reader, student);
      if (schedule === undefined) throw new Error(`account ${student.accountId} is gone`);
      return presentAsked(row, schedule, settings.academyZone);
    },
  }),
];
