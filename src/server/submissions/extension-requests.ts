import { sql, type Insertable, type Kysely } from 'kysely';
import { isoInstant, type Task, instantOrNull } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { taskScreen } from '#contract/screens';
import type { AttachmentView } from '#contract/forum/attachment-view';
import type { ExtensionRequest } from '#contract/submissions/extension-calls';
import { accountsAs } from '../accounts/queries.ts';
import { batchesAs } from '../courses/batch-queries.ts';
import { notify, withdraw } from '../notices/notify.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { selectionsAs } from '../selections/queries.ts';
import { taskLabel } from './open-task.ts';

const requestColumns = [
  'extension_requests.id',
  'extension_requests.task',
  'extension_requests.wanted_until as until',
  'extension_requests.reason',
  'extension_requests.asked_at as askedAt',
  'extension_requests.granted_until as grantedUntil',
  'extension_requests.words',
  'extension_requests.file',
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

export const openRequestOf = compiledQuery((db, p: { accountId: number; task: Task }) =>
  db
    .selectFrom('extension_requests')
    .leftJoin(accountsAs('answerer'), 'answerer.id', 'extension_requests.answered_by')
    .where('extension_requests.account_id', '=', p.accountId)
    .where('extension_requests.task', '=', p.task)
    .where('extension_requests.answered_at', 'is', null)
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
    // `+`: SQLite would look through all students of the batch for the few open requests.
    .where(sql<number>`+student.batch_id`, '=', p.batchId)
    .where('extension_requests.answered_at', 'is', null)
    .orderBy('extension_requests.id')
    .limit(p.limit)
    .select(requestColumns)
    .select([
      'student.id as accountId',
      'student.email',
      'student.name',
      'selection.started_at as startedAt',
      'batch.viva_deadline as batchDeadline',
      'batch.due_days as dueDays',
      'student_extensions.newest as extensions',
    ]),
);

/** Of these students, those with an open request for the task. */
export async function studentsWithOpenRequest(
  database: Reader | Writer,
  accountIds: readonly number[],
  task: Task,
): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set();
  const rows = await database
    .selectFrom('extension_requests')
    .where('account_id', 'in', accountIds)
    .where('task', '=', task)
    .where('answered_at', 'is', null)
    .select('account_id')
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}
/** A batch's open ones, for what is missing at the end of a course. */
export const openRequestTasks = (db: Kysely<Tables>, { batchId }: { batchId: number }) =>
  db
    .selectFrom('extension_requests')
    .innerJoin(accountsAs('of'), 'of.id', 'extension_requests.account_id')
    // As above.
    .where(sql<number>`+of.batch_id`, '=', batchId)
    .where('extension_requests.answered_at', 'is', null)
    .select(['extension_requests.account_id', 'extension_requests.task'])
    .select([sql<string | null>`cast(null as text)`.as('number'), 'extension_requests.asked_at as since']);

/** Granted at once: nobody answered. */
export const isAutomatic = ({ answeredAt, answeredBy }: ExtensionRequestRow): boolean =>
  answeredAt !== null && answeredBy === null;

/** At most one. */
export const automaticRequestOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('extension_requests')
    .where('account_id', '=', p.accountId)
    .where('answered_at', 'is not', null)
    .where('answered_by', 'is', null)
    .select('id'),
);

type Requests = Insertable<Tables['extension_requests']>;
type NewRequest = Pick<Requests, 'account_id' | 'task' | 'wanted_until' | 'reason' | 'asked_at' | 'file'>;

/** Undefined while another one for the task is open. */
export async function insertRequest(writer: Writer, row: NewRequest): Promise<{ id: number } | undefined> {
  return writer
    .insertInto('extension_requests')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
}

export function presentExtensionRequest(row: ExtensionRequestRow): ExtensionRequest {
  const { id, until, reason, askedAt, grantedUntil, words, answeredAt, answeredBy, file } = row;
  const isAnswered = answeredAt !== null;
  return {
    id: String(id),
    until: isoInstant(until),
    reason,
    asked_at: isoInstant(askedAt),
    answer: isAnswered ? (grantedUntil === null ? 'declined' : 'granted') : null,
    granted_until: instantOrNull(grantedUntil),
    words,
    answered_by: answeredBy === null ? null : shownName(answeredBy),
    answered_at: isAnswered ? isoInstant(answeredAt) : null,
    ...(file !== null && { file: JSON.parse(file) as AttachmentView }),
  };
}

export const eventOf = (id: number) => `extension:${id}`;

/** Of notices to mentors. */
export async function requestEventsOf(database: Reader | Writer, accountId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('extension_requests')
    .where('account_id', '=', accountId)
    .select('id')
    .execute();
  return rows.map(({ id }) => eventOf(id));
}

/** What is held for an open request, such as times of a viva, whose room comes later. */
export type HeldTimes = { release: (writer: Writer, of: { requestId: number }) => Promise<void> };

/** `by` null: granted at once, by the batch's rule. */
type Answer = { at: number; by: number | null; grantedUntil: number | null; words: string | null };

/** Answers a task's open request, or those of all tasks, takes them off the mentors' lists and frees what is held for them. */
export async function answerOpenRequest(
  writer: Writer,
  { accountId, task }: { accountId: number; task?: Task },
  { at, by, grantedUntil, words }: Answer,
  held: HeldTimes,
): Promise<void> {
  const answered = await writer
    .updateTable('extension_requests')
    .set({ answered_at: at, answered_by: by, granted_until: grantedUntil, words })
    .where('account_id', '=', accountId)
    .$if(task !== undefined, (of) => of.where('task', '=', task as Task))
    .where('answered_at', 'is', null)
    .returning(['id', 'task as of'])
    .execute();
  for (const { id, of } of answered) {
    await withdraw(writer, { kind: 'extension-request', event: eventOf(id), now: at });
    if (of === 'viva') await held.release(writer, { requestId: id });
  }
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
