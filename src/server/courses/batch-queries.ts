import { expressionBuilder, sql, type Expression } from 'kysely';
import type { DueDays } from '#contract/submissions/due-days';
import { batchKey, batchKeys } from '#contract/limits';
import { coursesAs } from './course-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { isForeignKeyViolation } from '../platform/database/database-errors.ts';
import type { Tables } from '../platform/database/schema.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

export type Batch = { id: number; name: string };

const tables = expressionBuilder<Tables>();

/** For joins in other rooms. */
export const batchesAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('batches')
    .select(['id', 'name', 'name_key', 'course_id', 'starts_at', 'viva_deadline', 'announced_until'])
    .select(['comment_first', 'due_days', 'extension_days', 'retired_at', 'choose_from', 'choose_until'])
    .select(['declaration_id', 'review_days'])
    .as(alias);

/** An archived batch takes nobody. */
export const placeableBatchesAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('batches').where('retired_at', 'is', null).select(['id', 'name', 'course_id']).as(alias);

/** PostgreSQL joins in the written order: the mentor first. */
export const batchesOfMentorAs = <Alias extends string>(alias: Alias, accountId: number) =>
  tables
    .selectFrom('batch_mentors')
    .innerJoin('batches', 'batches.id', 'batch_mentors.batch_id')
    .where('batch_mentors.account_id', '=', accountId)
    .select(['batches.id', 'batches.name', 'course_id', 'starts_at', 'comment_first'])
    .as(alias);

/** For joins; names without an account have null. */
export const batchMentorsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('batch_mentors').select(['id', 'batch_id', 'account_id']).as(alias);

/** In order of creation; null without mentors. */
export const mentorNamesOf = (batchId: Expression<number | null>) =>
  sql<
    string | null
  >`(select string_agg(name, ', ' order by id) from batch_mentors where batch_id = ${batchId})`;

/** Newest first. */
export const batchesOfMentor = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('batch_mentors')
    .innerJoin('batches', 'batches.id', 'batch_mentors.batch_id')
    .where('batch_mentors.account_id', '=', p.accountId)
    .orderBy('batches.starts_at', 'desc')
    .orderBy('batches.id')
    .select(['batches.id', 'batches.name']),
);

export const coursesOfMentor = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('batch_mentors')
    .innerJoin('batches', 'batches.id', 'batch_mentors.batch_id')
    .innerJoin(coursesAs('course'), 'course.id', 'batches.course_id')
    .where('batch_mentors.account_id', '=', p.accountId)
    .select('course.name')
    .distinct(),
);

export async function hasBatches(database: Reader): Promise<boolean> {
  return (await database.selectFrom('batches').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Of those whose dates begin last. */
export async function newestBatch(database: Reader): Promise<string | undefined> {
  const row = await database
    .selectFrom('batches')
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .select('name')
    .limit(1)
    .executeTakeFirst();
  return row?.name;
}

/** Newest first. */
export const everyBatch = compiledQuery((db) =>
  db
    .selectFrom('batches')
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .select(['id', 'name', 'retired_at as archivedAt']),
);

export const openBatchesLike = compiledQuery((db, p: { pattern: string; limit: number }) =>
  db
    .selectFrom('batches')
    .innerJoin(coursesAs('course'), 'course.id', 'batches.course_id')
    // A literal, so that the planner uses the partial index.
    .where('batches.is_open', '=', sql.lit(1))
    .where(sql<boolean>`batches.name_key like ${p.pattern} escape '!'`)
    .orderBy('batches.name')
    .limit(p.limit)
    .select(['batches.name', 'course.name as course', 'batches.joining']),
);

export async function batchById(database: Reader, id: number): Promise<Batch & { course_id: number }> {
  return database
    .selectFrom('batches')
    .where('id', '=', id)
    .select(['id', 'name', 'course_id'])
    .executeTakeFirstOrThrow();
}

const maxNamesShown = 20;

/** An archived batch takes nobody. */
export type NamedBatch = Batch & { course_id: number; retired_at: number | null };

export const archivedBatchMessage = (name: string) =>
  `${name} is archived, so nobody can join it. Choose another batch, or restore it in the catalogue first.`;

/** Null where people can be placed. */
export function placementRefusal({
  name,
  retired_at,
}: Pick<NamedBatch, 'name' | 'retired_at'>): string | null {
  return retired_at === null ? null : archivedBatchMessage(name);
}

/** Newest first. */
export async function placeableBatches(database: Reader): Promise<string[]> {
  const rows = await everyBatch(database, {});
  return rows.flatMap(({ name, archivedAt }) => (archivedAt === null ? [name] : []));
}

/** The exact spelling before those that look the same. */
const meantFirst = (column: string, name: string) =>
  sql`case when ${sql.ref(column)} = ${batchKeys(name)[0]} then 0 else 1 end`;

/** The key that a batch is stored with, or would be. */
export async function storedBatchKey(database: Reader, name: string): Promise<string> {
  const row = await database
    .selectFrom('batches')
    .where('name_key', 'in', batchKeys(name))
    .orderBy(meantFirst('name_key', name))
    .select('name_key')
    .executeTakeFirst();
  return row?.name_key ?? batchKey(name);
}

/** Regardless of case and spaces; a current name wins. */
export async function batchFormerlyNamed(database: Reader, name: string) {
  // PostgreSQL refuses NUL, which an address may hold.
  if (name.includes('\0')) return undefined;
  return database
    .selectFrom('former_batch_names')
    .innerJoin('batches', 'batches.id', 'former_batch_names.batch_id')
    .innerJoin(coursesAs('course'), 'course.id', 'batches.course_id')
    .where('former_batch_names.name_key', 'in', batchKeys(name))
    .orderBy(meantFirst('former_batch_names.name_key', name))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('batches as present')
            .whereRef('present.name_key', '=', 'former_batch_names.name_key')
            .select('present.id'),
        ),
      ),
    )
    .select(['batches.id', 'batches.name', 'batches.name_key', 'batches.course_id', 'batches.retired_at'])
    .select(['batches.is_open', 'batches.joining', 'course.name as course'])
    .executeTakeFirst();
}

/** By the current or a former name. @throws a 404 error that lists the newest batches */
export async function batchByName(database: Reader, name: string): Promise<NamedBatch> {
  const batch =
    (await database
      .selectFrom('batches')
      .where('name_key', 'in', batchKeys(name))
      .orderBy(meantFirst('name_key', name))
      .select(['id', 'name', 'course_id', 'retired_at'])
      .executeTakeFirst()) ?? (await batchFormerlyNamed(database, name));
  if (batch !== undefined) return batch;
  const known = await database
    .selectFrom('batches')
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(maxNamesShown)
    .select('name')
    .execute();
  const names = known.map((row) => row.name).join(', ') || 'none yet (import batches.yaml)';
  throw httpErrors.notFound(`There is no batch "${name}"; known: ${names}.`);
}

export type JoinedBatch = Batch & { isNamed: boolean };

export async function batchForSignUp(database: Reader, typedName: string): Promise<JoinedBatch | null> {
  const keys = batchKeys(typedName);
  // A literal, so that the planner uses the partial index.
  const batches = await database
    .selectFrom('batches')
    .where('is_open', '=', 1)
    .where((on) => on.or([on('name_key', 'in', keys), on('is_default', '=', sql.lit(1))]))
    .orderBy('is_default')
    .select(['id', 'name', 'name_key', 'joining'])
    .execute();
  const named =
    keys.map((key) => batches.find(({ name_key }) => name_key === key)).find(Boolean) ??
    (await openBatchBefore(database, typedName));
  const batch = named ?? batches[0];
  if (batch === undefined || batch.joining === 'invited') return null;
  return { id: batch.id, name: batch.name, isNamed: named !== undefined };
}

export async function openBatchBefore(database: Reader, name: string) {
  const batch = await batchFormerlyNamed(database, name);
  return batch?.is_open === 1 ? batch : undefined;
}

/** Also by a former name. */
export async function isForInvited(database: Reader, typedName: string): Promise<boolean> {
  const batch =
    (await database
      .selectFrom('batches')
      .where('name_key', 'in', batchKeys(typedName))
      .where('is_open', '=', 1)
      .orderBy(meantFirst('name_key', typedName))
      .select('joining')
      .executeTakeFirst()) ?? (await openBatchBefore(database, typedName));
  return batch?.joining === 'invited';
}

export async function batchIds(database: Reader): Promise<Map<string, number>> {
  const rows = await database.selectFrom('batches').select(['id', 'name_key']).execute();
  return new Map(rows.map(({ id, name_key }) => [name_key, id]));
}

export async function batchesOfCourses(
  database: Reader,
  courseIds: readonly number[],
): Promise<(Batch & { courseId: number })[]> {
  if (courseIds.length === 0) return [];
  return database
    .selectFrom('batches')
    .where('course_id', 'in', courseIds)
    .orderBy('id')
    .select(['id', 'name', 'course_id as courseId'])
    .execute();
}

/** In order of creation. */
export async function batchNamesOfMentors(
  database: Reader,
  accountIds: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = await database
    .selectFrom('batch_mentors')
    .innerJoin('batches', 'batches.id', 'batch_mentors.batch_id')
    // PostgreSQL refuses an empty list.
    .where('batch_mentors.account_id', 'in', [0, ...accountIds])
    .orderBy('batches.id')
    .select(['batch_mentors.account_id as accountId', 'batches.name'])
    .execute();
  const names = new Map<number, string[]>();
  for (const { accountId, name } of rows)
    if (accountId !== null) names.set(accountId, [...(names.get(accountId) ?? []), name]);
  return names;
}

export async function batchNamesOfMentor(database: Reader, accountId: number): Promise<string[]> {
  return (await batchNamesOfMentors(database, [accountId])).get(accountId) ?? [];
}

export async function mentorAccounts(database: Reader | Writer, batchId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('batch_mentors')
    .where('batch_id', '=', batchId)
    .where('account_id', 'is not', null)
    .select('account_id')
    .execute();
  return rows.flatMap(({ account_id }) => account_id ?? []);
}

export type BatchSchedule = Batch & { starts_at: number; viva_deadline: number | null };

export async function batchSchedules(database: Reader): Promise<BatchSchedule[]> {
  return database.selectFrom('batches').select(['id', 'name', 'starts_at', 'viva_deadline']).execute();
}

/** @returns whether anything changed */
/** Locks the row until the transaction ends. */
export async function lockCommentFirst(writer: Writer, batchId: number): Promise<boolean> {
  const row = await writer
    .updateTable('batches')
    .set((batch) => ({ comment_first: batch.ref('comment_first') }))
    .where('id', '=', batchId)
    .returning('comment_first')
    .executeTakeFirst();
  return row?.comment_first === 1;
}

export async function writeCommentFirst(writer: Writer, batchId: number, value: boolean): Promise<void> {
  await writer
    .updateTable('batches')
    .set({ comment_first: value ? 1 : 0 })
    .where('id', '=', batchId)
    .execute();
}

export async function moveBatchStart(writer: Writer, name: string, startsAt: number): Promise<void> {
  await writer.updateTable('batches').set({ starts_at: startsAt }).where('name', '=', name).execute();
}

/** For a new batch; later changes use `setBatchDates`. */
export async function setFirstDueDays(writer: Writer, batchId: number, due: DueDays): Promise<void> {
  await writer
    .updateTable('batches')
    .set({ due_days: JSON.stringify(due) })
    .where('id', '=', batchId)
    .execute();
}

/** Null for nothing pinned. */
export async function setAnnouncedUntil(
  writer: Writer,
  batchId: number,
  until: number | null,
): Promise<void> {
  await writer.updateTable('batches').set({ announced_until: until }).where('id', '=', batchId).execute();
}

/** By id. */
export async function mentorsAfter(
  database: Reader,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await database
    .selectFrom('batch_mentors')
    .where('account_id', '>', after)
    .orderBy('account_id')
    .groupBy('account_id')
    .limit(limit)
    .select('account_id as accountId')
    .execute();
  return rows.flatMap(({ accountId }) => accountId ?? []);
}

/** Newest first. */
export async function batchesOfCourse(
  database: Reader,
  { courseId, before, limit }: { courseId: number; before: number | null; limit: number },
) {
  return database
    .selectFrom('batches')
    .where('course_id', '=', courseId)
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'name', 'is_open', 'is_default', 'retired_at', 'starts_at', 'joining'])
    .select(({ ref }) => mentorNamesOf(ref('batches.id')).as('mentors'))
    .execute();
}

export async function openBatchOfCourse(database: Reader, courseId: number): Promise<string | undefined> {
  const row = await database
    .selectFrom('batches')
    .where('course_id', '=', courseId)
    .where('is_open', '=', 1)
    .limit(1)
    .select('name')
    .executeTakeFirst();
  return row?.name;
}

export async function defaultBatchKey(database: Reader): Promise<string | undefined> {
  const row = await database
    .selectFrom('batches')
    .where('is_default', '=', sql.lit(1))
    .select('name_key')
    .executeTakeFirst();
  return row?.name_key;
}

/** Locks the row until the transaction ends. */
export async function lockBatch(writer: Writer, key: string): Promise<void> {
  await writer
    .updateTable('batches')
    .set((batch) => ({ name: batch.ref('name') }))
    .where('name_key', '=', key)
    .execute();
}

/** Locks the row until the transaction ends. */
export async function lockBatchById(writer: Writer, id: number): Promise<void> {
  await writer
    .updateTable('batches')
    .set((batch) => ({ starts_at: batch.ref('starts_at') }))
    .where('id', '=', id)
    .execute();
}

/** @throws 409 while the batch is in use */
export async function removeUnusedBatch(writer: Writer, batch: Batch): Promise<void> {
  await writer.deleteFrom('batch_mentors').where('batch_id', '=', batch.id).execute();
  await writer
    .deleteFrom('batches')
    .where('id', '=', batch.id)
    .execute()
    .catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
      throw httpErrors.conflict(`${batch.name} is in use. It can be archived, but not removed.`);
    });
}
