import { sql, type Kysely, type SqlBool } from 'kysely';
import type { ExaminerState, Stage } from '#contract/people/people-view';
import { examinersAs } from '../accounts/examiner-accounts.ts';
import { deletionRequestsAs, importedPeopleAs, peopleAs } from '../accounts/people-queries.ts';
import { batchesAs, placeableBatchesAs } from '../courses/batch-queries.ts';
import { coursesAs } from '../courses/course-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader } from '../platform/database/database.ts';
import { conditions } from '../platform/database/migrations/baseline/people.ts';
import type { Tables } from '../platform/database/schema.ts';
import { offeredProjectsAs, projectsAs } from '../projects/queries.ts';
import { selectionsAs } from '../selections/queries.ts';

export type PeopleQuery = {
  stage: Stage | null;
  batchId: number | null;
  /** Of the batch typed at signup. */
  typedKeys: readonly string[] | null;
  /** From `searchTerms`. */
  terms: readonly string[];
  beforeId: number;
  limit: number;
};

type Rarest = { term: string; isRare: boolean };

/** Literal: with a parameter, partial indexes are not used. */
const conditionOf = (stage: Stage | null) =>
  sql.raw<SqlBool>(
    conditions[(stage ?? 'everybody').replaceAll('-', '_') as keyof typeof conditions] as string,
  );

/** Sorts after all words of the prefix. */
export const endOf = (term: string) => `${term}\u{10FFFF}`;

/** Words whose people are listed by id; beyond, a page soon fills. */
export const rareWords = 1_000;

/** Ids per query: few, a page, many. */
const looks = [8, 100, 500] as const;

export const countWords = compiledQuery((db, p: { term: string; end: string; limit: number }) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('person_words')
        .where('word', '>=', p.term)
        .where('word', '<', p.end)
        .limit(p.limit)
        .select('account_id')
        .as('found'),
    )
    .select((of) => of.fn.countAll<number>().as('words')),
);

/** The term with the fewest words counted. */
async function rarestOf(database: Reader, terms: readonly string[]): Promise<Rarest | null> {
  let rarest: (Rarest & { words: number }) | null = null;
  for (const term of terms) {
    const [row] = await countWords(database, { term, end: endOf(term), limit: rareWords + 1 });
    const words = Number(row?.words);
    if (rarest === null || words < rarest.words) rarest = { term, words, isRare: words <= rareWords };
  }
  return rarest;
}

/** Newest account first. */
export const accountsWithWord = compiledQuery((db, p: { term: string; end: string; beforeId: number }) =>
  db
    .selectFrom('person_words')
    .where('word', '>=', p.term)
    .where('word', '<', p.end)
    .where('account_id', '<', p.beforeId)
    .select('account_id')
    .distinct()
    .orderBy('account_id', 'desc'),
);

/** Newest first, all terms matching. @param among these accounts; null for all */
function pageOf(
  db: Kysely<Tables>,
  { stage, batchId, typedKeys, terms, beforeId, limit }: PeopleQuery,
  among: readonly number[] | null,
) {
  return db
    .selectFrom('people')
    .where(conditionOf(stage))
    .where('people.account_id', '<', beforeId)
    .$if(among !== null, (query) => query.where('people.account_id', 'in', among as number[]))
    .$if(batchId !== null, (query) => query.where('people.batch_id', '=', batchId as number))
    .$if(typedKeys !== null, (query) =>
      query.where('people.typed_key', 'in', typedKeys as string[]).where(conditionOf('waiting')),
    )
    .where(({ and, exists, selectFrom }) =>
      and(
        terms.map((term) =>
          exists(
            selectFrom('person_words as has')
              .whereRef('has.account_id', '=', 'people.account_id')
              .where('has.word', '>=', term)
              .where('has.word', '<', endOf(term))
              .select('has.word'),
          ),
        ),
      ),
    )
    .orderBy('people.account_id', 'desc')
    .limit(limit)
    .select('people.account_id');
}

/** By `page`, a list of ids. */
const columns = [
  'person.id',
  'person.email',
  'person.name',
  'person.role',
  'person.phone',
  'person.typed_batch as typedBatch',
  'person.confirmed_at as confirmedAt',
  'person.suspended_at as suspendedAt',
  'person.anonymised_at as anonymisedAt',
  'person.created_at as signedUpAt',
  'person.seen_at as seenAt',
  'batch.name as batch',
  'project.id as projectId',
  'project.name as projectName',
  'wish.asked_at as deletionAskedAt',
  'examiner.account_id as examinerId',
  'examiner.removed_at as removedAt',
] as const;

function readPeople(database: Reader, query: PeopleQuery, among: readonly number[] | null) {
  return database
    .selectFrom(pageOf(database, query, among).as('page'))
    .innerJoin(peopleAs('person'), 'person.id', 'page.account_id')
    .leftJoin(batchesAs('batch'), 'batch.id', 'person.batch_id')
    .leftJoin(selectionsAs('selection'), 'selection.account_id', 'page.account_id')
    .leftJoin(projectsAs('project'), 'project.id', 'selection.project_id')
    .leftJoin(deletionRequestsAs('wish'), 'wish.account_id', 'page.account_id')
    .leftJoin(examinersAs('examiner'), 'examiner.account_id', 'page.account_id')
    .orderBy('page.account_id', 'desc')
    .select(columns)
    .execute();
}

/** A rare term's accounts are checked; otherwise the filter's index soon fills a page. */
export async function peoplePage(database: Reader, query: PeopleQuery) {
  const { terms, beforeId, limit } = query;
  const rarest = await rarestOf(database, terms);
  if (rarest?.isRare !== true) return readPeople(database, query, null);
  const { term } = rarest;
  const having = await accountsWithWord(database, { term, end: endOf(term), beforeId });
  const others = terms.filter((other) => other !== term);
  const found: Awaited<ReturnType<typeof readPeople>> = [];
  for (let from = 0; found.length < limit && from < having.length;) {
    const most = from === 0 ? looks[1] : looks[2];
    const among = having.slice(from, from + most).map(({ account_id }) => account_id);
    // Padded, so that three statements are prepared.
    const length = looks.find((size) => size >= among.length) as number;
    const filled = Array.from({ length }, (_, place) => (among[place] ?? among.at(-1)) as number);
    found.push(
      ...(await readPeople(database, { ...query, terms: others, limit: limit - found.length }, filled)),
    );
    from += among.length;
  }
  return found;
}
export type ListedPersonRow = Awaited<ReturnType<typeof peoplePage>>[number];

export const personById = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom(peopleAs('person'))
    .leftJoin(batchesAs('batch'), 'batch.id', 'person.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .leftJoin(selectionsAs('selection'), 'selection.account_id', 'person.id')
    .leftJoin(projectsAs('project'), 'project.id', 'selection.project_id')
    .leftJoin(deletionRequestsAs('wish'), 'wish.account_id', 'person.id')
    .leftJoin(importedPeopleAs('imported'), 'imported.email', 'person.email')
    .leftJoin(batchesAs('imported_batch'), 'imported_batch.id', 'imported.batch_id')
    .leftJoin(projectsAs('preferred'), 'preferred.id', 'person.preferred_project')
    .leftJoin(examinersAs('examiner'), 'examiner.account_id', 'person.id')
    .where('person.id', '=', p.accountId)
    .select(columns)
    .select([
      'course.name as course',
      'person.exit_score as exitScore',
      'person.grade',
      'person.suspension_reason as suspensionReason',
      'person.former_emails as formerEmails',
      'person.has_second_factor as hasSecondFactor',
      'person.has_password as hasPassword',
      'selection.started_at as startedAt',
      'preferred.id as preferredId',
      'preferred.name as preferredName',
      'person.batch_id as batchId',
      'imported.email as importedEmail',
      'imported.exit_score as importedScore',
      'imported.grade as importedGrade',
      'imported_batch.name as importedBatch',
    ]),
);
export type PersonRow = Awaited<ReturnType<typeof personById>>[number];

const staffColumns = [
  'person.id',
  'person.email',
  'person.name',
  'person.role',
  'person.suspended_at',
  'person.created_at',
  'person.seen_at',
  'person.has_second_factor',
  'person.has_password',
  'examiner.account_id as examinerId',
  'examiner.removed_at as removedAt',
] as const;

/** Nothing for other staff. */
export function examinerState(row: { examinerId: number | null; removedAt: number | null }): {
  examiner?: ExaminerState;
} {
  if (row.examinerId === null) return {};
  return { examiner: row.removedAt === null ? 'active' : 'removed' };
}

export function staffRows(database: Reader, { beforeId, limit }: Pick<PeopleQuery, 'beforeId' | 'limit'>) {
  const query = { stage: 'staff', batchId: null, typedKeys: null, terms: [], beforeId, limit } as const;
  return database
    .selectFrom(pageOf(database, query, null).as('page'))
    .innerJoin(peopleAs('person'), 'person.id', 'page.account_id')
    .leftJoin(examinersAs('examiner'), 'examiner.account_id', 'page.account_id')
    .orderBy('page.account_id', 'desc')
    .select(staffColumns)
    .execute();
}
export type StaffRow = Awaited<ReturnType<typeof staffRows>>[number];

export function staffById(database: Reader, accountId: number): Promise<StaffRow[]> {
  return database
    .selectFrom(peopleAs('person'))
    .leftJoin(examinersAs('examiner'), 'examiner.account_id', 'person.id')
    .where('person.id', '=', accountId)
    .where('person.role', '!=', 'student')
    .select(staffColumns)
    .execute();
}

export function peopleToActOn(database: Reader, accountIds: readonly number[]) {
  return database
    .selectFrom(peopleAs('person'))
    .leftJoin(batchesAs('batch'), 'batch.id', 'person.batch_id')
    .leftJoin(importedPeopleAs('imported'), 'imported.email', 'person.email')
    .leftJoin(placeableBatchesAs('imported_batch'), 'imported_batch.id', 'imported.batch_id')
    .where('person.id', 'in', accountIds)
    .orderBy('person.id')
    .select(['person.id', 'person.email', 'person.name', 'person.role', 'person.batch_id'])
    .select(['person.confirmed_at', 'person.suspended_at', 'person.anonymised_at', 'batch.name as batch'])
    .select(['imported_batch.name as importedBatch', 'imported_batch.course_id as importedCourseId'])
    .select(['person.exit_score', 'person.preferred_project', 'batch.course_id'])
    .select('batch.choose_until')
    .execute();
}
export type PersonToActOn = Awaited<ReturnType<typeof peopleToActOn>>[number];

const sums = Object.keys(conditions) as (keyof typeof conditions)[];

export const peopleCounts = compiledQuery((db) =>
  db
    .selectFrom('people_counts')
    .where('counted', '=', 1)
    .select((of) => sums.map((stage) => of.fn.sum<number>(stage).as(stage))),
);

/** Students without a project, by batches that choose no more. @param now in milliseconds since 1970 UTC */
export const undecidedByBatch = compiledQuery((db, p: { now: number }) =>
  db
    .selectFrom(batchesAs('batch'))
    .innerJoin('people', 'people.batch_id', 'batch.id')
    .where('batch.choose_until', '<', p.now)
    .where('batch.retired_at', 'is', null)
    .where(conditionOf('placed'))
    .groupBy(['batch.id', 'batch.name'])
    .orderBy('batch.id')
    .select((of) => ['batch.name', of.fn.countAll<number>().as('students')]),
);

/** Projects that the office may choose: none before the batch's students choose no more. */
export const choicesOfBatch = compiledQuery((db, p: { batchId: number; now: number }) =>
  db
    .selectFrom(batchesAs('batch'))
    .innerJoin(offeredProjectsAs('project'), 'project.course_id', 'batch.course_id')
    .where('batch.id', '=', p.batchId)
    .where('batch.choose_until', '<', p.now)
    .orderBy('project.id')
    .select(['project.id', 'project.name']),
);
