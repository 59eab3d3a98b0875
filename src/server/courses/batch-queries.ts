import { expressionBuilder, sql, type Expression } from 'kysely';
import type { DueDays } from '#contract/submissions/due-days';
import { batchKey } from '#contract/limits';
import { coursesAs } from './course-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { isForeignKeyViolation } from '../platform/database/database-errors.ts';
import type { Tables } from '../platform/database/schema.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

/** A batch as most of the server works with it. */
export type Batch = { id: number; name: string };

const tables = expressionBuilder<Tables>();

/** The columns of batches that other capabilities may join, under an alias of their own. */
export const batchesAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('batches')
    .select(['id', 'name', 'name_key', 'course_id', 'starts_at', 'viva_deadline', 'announced_until'])
    .select(['comment_first', 'due_days', 'retired_at'])
    .as(alias);

/** Which account mentors which batch, for joins; names without an account have null. */
export const batchMentorsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('batch_mentors').select(['batch_id', 'account_id']).as(alias);

/** The names of a batch's mentors in one text, in the order in which they came; null without mentors. */
export const mentorNamesOf = (batchId: Expression<number | null>) =>
  sql<
    string | null
  >`(select string_agg(name, ', ' order by id) from batch_mentors where batch_id = ${batchId})`;

/** A mentor's batches, newest first. */
export const batchesOfMentor = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('batch_mentors')
    .innerJoin('batches', 'batches.id', 'batch_mentors.batch_id')
    .where('batch_mentors.account_id', '=', p.accountId)
    .orderBy('batches.starts_at', 'desc')
    .orderBy('batches.id')
    .select(['batches.id', 'batches.name']),
);

/** The names of the courses whose batches a mentor has. */
export const coursesOfMentor = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('batch_mentors')
    .innerJoin('batches', 'batches.id', 'batch_mentors.batch_id')
    .innerJoin(coursesAs('course'), 'course.id', 'batches.course_id')
    .where('batch_mentors.account_id', '=', p.accountId)
    .select('course.name')
    .distinct(),
);

/** Every batch, newest first. */
export const everyBatch = compiledQuery((db) =>
  db
    .selectFrom('batches')
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .select(['id', 'name', 'retired_at as retiredAt']),
);

/** Open batches whose key matches a LIKE pattern, by name. */
export const openBatchesLike = compiledQuery((db, p: { pattern: string; limit: number }) =>
  db
    .selectFrom('batches')
    .innerJoin(coursesAs('course'), 'course.id', 'batches.course_id')
    // Written out, as in the index of open batches: a parameter would not let the planner take it.
    .where('batches.is_open', '=', sql.lit(1))
    .where(sql<boolean>`batches.name_key like ${p.pattern} escape '!'`)
    .orderBy('batches.name')
    .limit(p.limit)
    .select(['batches.name', 'course.name as course', 'batches.joining']),
);

/** A batch that exists, with its course's id. */
export async function batchById(database: Reader, id: number): Promise<Batch & { course_id: number }> {
  return database
    .selectFrom('batches')
    .where('id', '=', id)
    .select(['id', 'name', 'course_id'])
    .executeTakeFirstOrThrow();
}

const maxNamesShown = 20;

/** A batch that people may be placed in, or not: one that is retired takes nobody. */
export type NamedBatch = Batch & { course_id: number; retired_at: number | null };

export const retiredBatchMessage = (name: string) =>
  `${name} is retired and takes nobody: choose another batch, or bring it back in the catalogue first.`;

/** Why nobody is placed in a batch; null where people are. */
export function placementRefusal({
  name,
  retired_at,
}: Pick<NamedBatch, 'name' | 'retired_at'>): string | null {
  return retired_at === null ? null : retiredBatchMessage(name);
}

/** The names of the batches that people may be placed in, newest first. */
export async function placeableBatches(database: Reader): Promise<string[]> {
  const rows = await everyBatch(database, {});
  return rows.flatMap(({ name, retiredAt }) => (retiredAt === null ? [name] : []));
}

/** The batch that had a name before, without regard to case and spaces; none where another batch has it today. */
export async function batchFormerlyNamed(database: Reader, name: string) {
  // PostgreSQL takes no NUL, which an address may hold.
  if (name.includes('\0')) return undefined;
  return database
    .selectFrom('former_batch_names')
    .innerJoin('batches', 'batches.id', 'former_batch_names.batch_id')
    .innerJoin(coursesAs('course'), 'course.id', 'batches.course_id')
    .where('former_batch_names.name_key', '=', batchKey(name))
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

/**
 * The batch that has a name, or else had it, without regard to case and spaces.
 * @throws a 404 error that lists the newest ones
 */
export async function batchByName(database: Reader, name: string): Promise<NamedBatch> {
  const batch =
    (await database
      .selectFrom('batches')
      .where('name_key', '=', batchKey(name))
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

/** A batch that somebody joins, and whether by its name or a former one of it. */
export type JoinedBatch = Batch & { isNamed: boolean };

/**
 * The batch that somebody joins by typing a name: the open one that has the name, or else had it, without regard to case and
 * spaces, else the catalogue's default. Null where there is neither, and where the name is that of a batch for invited addresses:
 * the student waits for placement. Invited or not makes no difference here, since nobody has shown yet whose address it is.
 */
export async function batchForSignUp(database: Reader, typedName: string): Promise<JoinedBatch | null> {
  const key = batchKey(typedName);
  // Written out, as in the index of the default batch: a parameter would let the planner look along all of them.
  const batches = await database
    .selectFrom('batches')
    .where('is_open', '=', 1)
    .where((on) => on.or([on('name_key', '=', key), on('is_default', '=', sql.lit(1))]))
    .orderBy('is_default')
    .select(['id', 'name', 'name_key', 'joining'])
    .execute();
  const named =
    batches.find(({ name_key }) => name_key === key) ?? (await openBatchBefore(database, typedName));
  const batch = named ?? batches[0];
  if (batch === undefined || batch.joining === 'invited') return null;
  return { id: batch.id, name: batch.name, isNamed: named !== undefined };
}

/** The open batch that had a name before. */
export async function openBatchBefore(database: Reader, name: string) {
  const batch = await batchFormerlyNamed(database, name);
  return batch?.is_open === 1 ? batch : undefined;
}

/** Whether a typed name is, or was, that of an open batch which takes invited addresses only. */
export async function isForInvited(database: Reader, typedName: string): Promise<boolean> {
  const batch =
    (await database
      .selectFrom('batches')
      .where('name_key', '=', batchKey(typedName))
      .where('is_open', '=', 1)
      .select('joining')
      .executeTakeFirst()) ?? (await openBatchBefore(database, typedName));
  return batch?.joining === 'invited';
}

/** Ids of batches by their name's key. */
export async function batchIds(database: Reader): Promise<Map<string, number>> {
  const rows = await database.selectFrom('batches').select(['id', 'name_key']).execute();
  return new Map(rows.map(({ id, name_key }) => [name_key, id]));
}

/** The batches of some courses. */
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

/** Ids of the courses that some batches study. */
export async function courseIdsOfBatches(
  database: Reader,
  batchIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (batchIds.length === 0) return new Set();
  const rows = await database
    .selectFrom('batches')
    .where('id', 'in', batchIds)
    .select('course_id')
    .distinct()
    .execute();
  return new Set(rows.map(({ course_id }) => course_id));
}

/** The names of mentors' batches by the mentor's account, in the order in which the batches came. */
export async function batchNamesOfMentors(
  database: Reader,
  accountIds: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = await database
    .selectFrom('batch_mentors')
    .innerJoin('batches', 'batches.id', 'batch_mentors.batch_id')
    // Without any, PostgreSQL would not understand the list.
    .where('batch_mentors.account_id', 'in', [0, ...accountIds])
    .orderBy('batches.id')
    .select(['batch_mentors.account_id as accountId', 'batches.name'])
    .execute();
  const names = new Map<number, string[]>();
  for (const { accountId, name } of rows)
    if (accountId !== null) names.set(accountId, [...(names.get(accountId) ?? []), name]);
  return names;
}

/** The names of a mentor's batches. */
export async function batchNamesOfMentor(database: Reader, accountId: number): Promise<string[]> {
  return (await batchNamesOfMentors(database, [accountId])).get(accountId) ?? [];
}

/** The accounts of a batch's mentors. */
export async function mentorAccounts(database: Reader | Writer, batchId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('batch_mentors')
    .where('batch_id', '=', batchId)
    .where('account_id', 'is not', null)
    .select('account_id')
    .execute();
  return rows.flatMap(({ account_id }) => account_id ?? []);
}

/** A batch with its dates. */
export type BatchSchedule = Batch & { starts_at: number; viva_deadline: number | null };

/** Every batch with its dates. */
export async function batchSchedules(database: Reader): Promise<BatchSchedule[]> {
  return database.selectFrom('batches').select(['id', 'name', 'starts_at', 'viva_deadline']).execute();
}

/**
 * Sets whether a batch's students see a mark's comment first, and its number by a press.
 * @returns whether that is a change
 */
export async function writeCommentFirst(writer: Writer, batchId: number, value: boolean): Promise<boolean> {
  const changed = await writer
    .updateTable('batches')
    .set({ comment_first: value ? 1 : 0 })
    .where('id', '=', batchId)
    .where(({ fn, val, eb }) => eb(fn.coalesce('comment_first', val(0)), '!=', value ? 1 : 0))
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Moves the start of the batch of a name, if there is one. */
export async function moveBatchStart(writer: Writer, name: string, startsAt: number): Promise<void> {
  await writer.updateTable('batches').set({ starts_at: startsAt }).where('name', '=', name).execute();
}

/** Sets the due days of a batch that is being made, in which nothing was handed in yet; later ones are `setBatchDates`'s. */
export async function setFirstDueDays(writer: Writer, batchId: number, due: DueDays): Promise<void> {
  await writer
    .updateTable('batches')
    .set({ due_days: JSON.stringify(due) })
    .where('id', '=', batchId)
    .execute();
}

/** Notes until when something announced is pinned for a batch's students; null for nothing. */
export async function setAnnouncedUntil(
  writer: Writer,
  batchId: number,
  until: number | null,
): Promise<void> {
  await writer.updateTable('batches').set({ announced_until: until }).where('id', '=', batchId).execute();
}

/** The accounts after an id that mentor some batch, in the order of their ids. */
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

/** Some batches of a course, newest first. */
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
    .select(['id', 'name', 'is_open', 'is_default', 'retired_at'])
    .execute();
}

/** The name of a batch of a course that is open for signup; undefined where none is. */
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

/** The name's key of the default batch, if there is one. */
export async function defaultBatchKey(database: Reader): Promise<string | undefined> {
  const row = await database
    .selectFrom('batches')
    .where('is_default', '=', sql.lit(1))
    .select('name_key')
    .executeTakeFirst();
  return row?.name_key;
}

/** Keeps other changes of a batch waiting until the transaction ends. */
export async function lockBatch(writer: Writer, key: string): Promise<void> {
  await writer
    .updateTable('batches')
    .set((batch) => ({ name: batch.ref('name') }))
    .where('name_key', '=', key)
    .execute();
}

/**
 * Removes a batch with its mentors' names.
 * @throws 409 where somebody lives in it, or has left something in it
 */
export async function removeUnusedBatch(writer: Writer, batch: Batch): Promise<void> {
  await writer.deleteFrom('batch_mentors').where('batch_id', '=', batch.id).execute();
  await writer
    .deleteFrom('batches')
    .where('id', '=', batch.id)
    .execute()
    .catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
      throw httpErrors.conflict(
        `${batch.name} has people, or something of theirs: it can be retired, but not removed.`,
      );
    });
}
