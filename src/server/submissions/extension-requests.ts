import { isoInstant, type Task } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { batchAddress } from '#contract/progress/batch-view';
import { taskScreen } from '#contract/screens';
import type { ExtensionRequest } from '#contract/submissions/extension-calls';
import { accountsAs } from '../accounts/queries.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import { batchesAs, mentorAccounts } from '../courses/batch-queries.ts';
import { notify, withdraw } from '../notices/notify.ts';
import type { AppContext } from '../platform/context.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { localMoment, readLocal } from '../platform/zoned-time.ts';
import { selectionsAs } from '../selections/queries.ts';
import { dueAt, dueFrom } from './due-dates.ts';
import { requireOpenTask, requireProjectStart, taskLabel } from './open-task.ts';
import { scheduleOf } from './queries.ts';

const requestColumns = [
  'extension_requests.id',
  'extension_requests.task',
  'extension_requests.wanted_until as until',
  'extension_requests.reason',
  'extension_requests.asked_at as askedAt',
  'extension_requests.granted_until as grantedUntil',
  'extension_requests.words',
  'extension_requests.answered_at as answeredAt',
  'answerer.name as answeredBy',
] as const;

/** A student's, newest first. */
export const extensionRequestsOf = compiledQuery((db, p: { accountId: number; limit: number }) =>
  db
    .selectFrom('extension_requests')
    .leftJoin(accountsAs('answerer'), 'answerer.id', 'extension_requests.answered_by')
    .where('extension_requests.account_id', '=', p.accountId)
    .orderBy('extension_requests.id', 'desc')
    .limit(p.limit)
    .select(requestColumns),
);
export type ExtensionRequestRow = Awaited<ReturnType<typeof extensionRequestsOf>>[number];

export const extensionRequestById = compiledQuery((db, p: { id: number; accountId: number }) =>
  db
    .selectFrom('extension_requests')
    .leftJoin(accountsAs('answerer'), 'answerer.id', 'extension_requests.answered_by')
    .where('extension_requests.id', '=', p.id)
    .where('extension_requests.account_id', '=', p.accountId)
    .select(requestColumns),
);

/** A batch's open ones, oldest first, with what a due date is computed from. */
export const openRequestsOf = compiledQuery((db, p: { batchId: number; limit: number }) =>
  db
    .selectFrom('extension_requests')
    .innerJoin(accountsAs('student'), 'student.id', 'extension_requests.account_id')
    .innerJoin(batchesAs('batch'), 'batch.id', 'student.batch_id')
    .leftJoin(selectionsAs('selection'), 'selection.account_id', 'student.id')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'student.id')
    .leftJoin(accountsAs('answerer'), 'answerer.id', 'extension_requests.answered_by')
    .where('student.batch_id', '=', p.batchId)
    .where('extension_requests.answered_at', 'is', null)
    .orderBy('extension_requests.id')
    .limit(p.limit)
    .select(requestColumns)
    .select([
      'student.email',
      'student.name',
      'selection.started_at as startedAt',
      'batch.viva_deadline as batchDeadline',
      'batch.due_days as dueDays',
      'student_extensions.newest as extensions',
    ]),
);

export function presentExtensionRequest(row: ExtensionRequestRow): ExtensionRequest {
  const { id, until, reason, askedAt, grantedUntil, words, answeredAt, answeredBy } = row;
  const isAnswered = answeredAt !== null;
  return {
    id: String(id),
    until: isoInstant(until),
    reason,
    asked_at: isoInstant(askedAt),
    answer: isAnswered ? (grantedUntil === null ? 'declined' : 'granted') : null,
    granted_until: grantedUntil === null ? null : isoInstant(grantedUntil),
    words,
    answered_by: answeredBy === null ? null : shownName(answeredBy),
    answered_at: isAnswered ? isoInstant(answeredAt) : null,
  };
}

const eventOf = (id: number) => `extension:${id}`;

/** Of notices to mentors. */
export async function requestEventsOf(database: Reader | Writer, accountId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('extension_requests')
    .where('account_id', '=', accountId)
    .select('id')
    .execute();
  return rows.map(({ id }) => eventOf(id));
}

async function notifyMentorsOfRequest(
  writer: Writer,
  { name, batch }: Pick<Viewer, 'name' | 'batch'>,
  { id, task, at }: { id: number; task: Task; at: number },
): Promise<void> {
  if (batch === null) return;
  await notify(writer, {
    kind: 'extension-request',
    event: eventOf(id),
    accounts: await mentorAccounts(writer, batch.id),
    about: eventOf(id),
    text: `${shownName(name)} requests an extension for ${taskLabel(task)}`,
    href: `${batchAddress(batch.name)}#extension-requests`,
    now: at,
  });
}

/**
 * @param until `YYYY-MM-DD`, to its end
 * @throws 403 before the task opens; 409 without project or due date, with an open request, or for a key of
 * another request; 400 unless `until` is after the due date and now
 */
export async function askExtension(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  viewer: Pick<Viewer, 'accountId' | 'name' | 'batch'>,
  { task, until, reason }: { task: Task; until: string; reason: string },
  key: string | null,
): Promise<ExtensionRequest> {
  const { database, clock, settings } = context;
  const { accountId } = viewer;
  const zone = settings.academyZone;
  const now = clock.now();
  const content = [task, until, reason];
  const start = await requireProjectStart(context, accountId);
  return database.transaction(async (writer) => {
    const id = await makeOnce(
      writer,
      { accountId, kind: 'extension-request', key, content, now },
      async () => {
        requireOpenTask(context, task, start);
        const [schedule] = await scheduleOf(writer, { accountId });
        const due = schedule === undefined ? null : dueAt(task, dueFrom(schedule, start, zone));
        if (due === null) throw httpErrors.conflict(`${taskLabel(task)} has no due date.`);
        const wanted = readLocal(until, zone, 'end');
        const earliest = Math.max(due, now);
        if (wanted <= earliest) {
          const message = `Choose a day after ${localMoment(earliest, zone)}.`;
          throw httpErrors.invalidFields(message, [{ name: 'until', message }]);
        }
        const inserted = await writer
          .insertInto('extension_requests')
          .values({ account_id: accountId, task, wanted_until: wanted, reason, asked_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (inserted === undefined)
          throw httpErrors.conflict('You have already requested an extension for this task.');
        await notifyMentorsOfRequest(writer, viewer, { id: inserted.id, task, at: now });
        return inserted.id;
      },
    );
    const [row] = await extensionRequestById(writer, { id, accountId });
    if (row === undefined) throw new Error(`the extension request ${id} is gone`);
    return presentExtensionRequest(row);
  });
}

type Answer = { at: number; by: number; grantedUntil: number | null; words: string | null };

/**
 * Answers a task's open request, if there is one, and takes it off the mentors' lists.
 * @param id if given, only that request
 * @returns whether there was one
 */
export async function answerOpenRequest(
  writer: Writer,
  { accountId, task, id }: { accountId: number; task: Task; id?: number },
  { at, by, grantedUntil, words }: Answer,
): Promise<boolean> {
  const answered = await writer
    .updateTable('extension_requests')
    .set({ answered_at: at, answered_by: by, granted_until: grantedUntil, words })
    .where('account_id', '=', accountId)
    .where('task', '=', task)
    .where('answered_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id as number))
    .returning('id')
    .executeTakeFirst();
  if (answered === undefined) return false;
  await withdraw(writer, { kind: 'extension-request', event: eventOf(answered.id), now: at });
  return true;
}

/** Without the mentor's words. */
export async function notifyDeclined(
  writer: Writer,
  { id, accountId, task, at }: { id: number; accountId: number; task: Task; at: number },
): Promise<void> {
  await notify(writer, {
    kind: 'extension-declined',
    event: eventOf(id),
    accounts: [accountId],
    about: `task:${task}`,
    text: `Your extension request for ${taskLabel(task)} was declined`,
    href: taskScreen(task),
    now: at,
  });
}
