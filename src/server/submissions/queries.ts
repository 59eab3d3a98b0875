import { expressionBuilder, sql, type Expression, type Selectable } from 'kysely';
import type { Task } from '#contract/dates';
import { limits } from '#contract/limits';
import { accountsAs } from '../accounts/queries.ts';
import { batchesAs } from '../courses/batch-queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Tables } from '../platform/database/schema.ts';
import { earlierProjectOf, selectionsAs } from '../selections/queries.ts';

const fixedColumns = [
  'submissions.number',
  'submissions.task',
  'submissions.version',
  'submissions.submitted_at',
  'submissions.late',
  'submissions.file_id',
  'submissions.file_name',
  'submissions.file_bytes',
  'submissions.file_sha256',
  'submissions.due_at',
  'submissions.declared',
  'submissions.ai_use',
  'submissions.ai_text',
] as const;

export const receiptColumns = [...fixedColumns, 'submissions.links', 'submissions.comments'] as const;

type NameOf<Column> = Column extends `submissions.${infer Name}` ? Name : never;
export type ReceiptRow = Pick<Selectable<Tables['submissions']>, NameOf<(typeof receiptColumns)[number]>>;

/** One more than shown, to detect a cut. */
const listedCharacters = sql.lit(limits.listedText + 1);

/** Reads only the beginnings of texts. */
export const listedReceiptColumns = [
  ...fixedColumns,
  sql<string>`substr(submissions.links, 1, ${listedCharacters})`.as('links'),
  sql<string>`substr(submissions.comments, 1, ${listedCharacters})`.as('comments'),
] as const;

/** Null for the current choice; else for `readEarlierProject`. */
export const earlierProject = earlierProjectOf(
  sql.ref<number>('submissions.account_id'),
  sql.ref<number>('submissions.submitted_at'),
).as('earlierProject');

const tables = expressionBuilder<Tables>();

/** For joins in later rooms. */
export const studentExtensionsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('student_extensions').select(['account_id', 'newest']).as(alias);

/** When the student submitted last, and until when work was due at most; null for never. */
export const lastSubmittedOf = (accountId: Expression<number>) =>
  sql<number | null>`(select max(submitted_at) from submissions where account_id = ${accountId})`;
export const lastExtensionOf = (accountId: Expression<number>) =>
  sql<number | null>`(select max(due_at) from extensions where account_id = ${accountId})`;

/** `startedAt` null without a project. */
export const scheduleOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom(accountsAs('accounts'))
    .leftJoin(selectionsAs('selections'), 'selections.account_id', 'accounts.id')
    .leftJoin(batchesAs('batches'), 'batches.id', 'accounts.batch_id')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'accounts.id')
    .where('accounts.id', '=', p.accountId)
    .select([
      'accounts.email',
      'accounts.name',
      'accounts.confirmed_at as confirmedAt',
      'selections.started_at as startedAt',
      'selections.chosen_at as chosenAt',
      'batches.id as batchId',
      'batches.name as batch',
      'batches.viva_deadline as batchDeadline',
      'batches.due_days as dueDays',
      'batches.extension_days as extensionDays',
      'batches.review_days as reviewDays',
      'batches.declaration_id as declarationId',
      'student_extensions.newest as extensions',
    ]),
);

export const submissionByNumber = compiledQuery((db, p: { number: string }) =>
  db
    .selectFrom('submissions')
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'submissions.account_id')
    .where('submissions.number', '=', p.number)
    .select([
      'submissions.id',
      'submissions.number',
      'submissions.account_id as accountId',
      'submissions.task',
      'accounts.batch_id as batchId',
    ]),
);

export const receiptByNumber = compiledQuery((db, p: { number: string }) =>
  db
    .selectFrom('submissions')
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'submissions.account_id')
    .where('submissions.number', '=', p.number)
    .select(receiptColumns)
    .select([
      'submissions.account_id as accountId',
      'submissions.erased_at as erasedAt',
      'accounts.batch_id as batchId',
      'accounts.email',
      'accounts.name',
    ]),
);
/** @param accountId null for everybody's */
export async function newestReceipt(database: Reader, accountId: number | null) {
  return database
    .selectFrom('submissions')
    .where('erased_at', 'is', null)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId as number))
    .orderBy('id', 'desc')
    .limit(1)
    .select(receiptColumns)
    .select('account_id as accountId')
    .executeTakeFirst();
}

export type OwnedReceiptRow = Awaited<ReturnType<typeof receiptByNumber>>[number];

export const fileById = compiledQuery((db, p: { fileId: string }) =>
  db
    .selectFrom('submissions')
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'submissions.account_id')
    .where('submissions.file_id', '=', p.fileId)
    .select([
      'submissions.account_id as accountId',
      'accounts.batch_id as batchId',
      'submissions.number',
      'submissions.erased_at as erasedAt',
      'submissions.file_name as name',
      'submissions.file_bytes as bytes',
      'submissions.file_sha256 as sha256',
    ]),
);

/** For the current project, newest first. */
export const versionsOfProject = compiledQuery((db, p: { accountId: number; limit: number }) =>
  db
    .selectFrom('submissions')
    .leftJoin('student_extensions', 'student_extensions.account_id', 'submissions.account_id')
    .where('submissions.account_id', '=', p.accountId)
    .where(earlierProject.expression, 'is', null)
    .orderBy('submissions.id', 'desc')
    .limit(p.limit)
    .select(listedReceiptColumns)
    .select(['student_extensions.newest as extensions', earlierProject]),
);

export type KeyedReceiptRow = ReceiptRow & { upload_id: string | null };

export async function submissionByKey(
  database: Reader | Writer,
  { accountId, task, key }: { accountId: number; task: Task; key: string },
): Promise<KeyedReceiptRow | undefined> {
  return database
    .selectFrom('submissions')
    .where('account_id', '=', accountId)
    .where('task', '=', task)
    .where('idempotency_key', '=', key)
    .select([...receiptColumns, 'submissions.upload_id'])
    .executeTakeFirst();
}

/** Newest first. */
export const newestSubmissions = (database: Reader, limit: number) =>
  database
    .selectFrom('submissions')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['submissions.id', 'submissions.number'])
    .execute();

/** @returns at most `limit` */
export async function countSubmissionsSince(database: Reader, since: number, limit: number): Promise<number> {
  const newest = database
    .selectFrom('submissions')
    .orderBy('id', 'desc')
    .limit(limit)
    .select('submitted_at as at');
  return (await newest.execute()).filter(({ at }) => at >= since).length;
}

export async function hasSubmission(database: Reader, id: number): Promise<boolean> {
  const row = database.selectFrom('submissions').where('id', '=', id).select('id');
  return (await row.executeTakeFirst()) !== undefined;
}

/** Of these receipt numbers, those that are there. */
export async function presentNumbers(database: Reader, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = database.selectFrom('submissions').where('number', 'in', numbers).select('number');
  return new Set((await rows.execute()).map(({ number }) => number));
}
