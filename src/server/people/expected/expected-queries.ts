import type { Kysely } from 'kysely';
import { peopleAs } from '../../accounts/people-queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { listedInvitations, type ListedInvitation } from '#contract/people/people-view';
import { invitationsAs, stateOfInvitation } from '../invitations/invitation-queries.ts';
import { endOf, rareWords } from '../queries.ts';

type ExpectedQuery = {
  /** Null for both. */
  isInvited: boolean | null;
  /** Null for all. */
  invitation: ListedInvitation | null;
  now: number;
  batchId: number | null;
  /** From `searchTerms`. */
  terms: readonly string[];
  beforeId: number;
  limit: number;
};

export const countExpectedWords = compiledQuery((db, p: { term: string; end: string; limit: number }) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('expected_words')
        .where('word', '>=', p.term)
        .where('word', '<', p.end)
        .limit(p.limit)
        .select('expected_id')
        .as('found'),
    )
    .select((of) => of.fn.countAll<number>().as('words')),
);

export const expectedWithWord = compiledQuery(
  (db, p: { term: string; end: string; beforeId: number; limit: number }) =>
    db
      .selectFrom('expected_words')
      .where('word', '>=', p.term)
      .where('word', '<', p.end)
      .where('expected_id', '<', p.beforeId)
      .select('expected_id')
      .distinct()
      .limit(p.limit),
);

function pageOf(
  db: Kysely<Tables>,
  { isInvited, invitation, now, batchId, terms, beforeId, limit }: ExpectedQuery,
  among: readonly number[] | null,
) {
  return (
    db
      .selectFrom('expected_people as expected')
      .where('expected.id', '<', beforeId)
      .$if(isInvited !== null, (query) => query.where('expected.is_invited', '=', isInvited === true ? 1 : 0))
      .$if(batchId !== null, (query) => query.where('expected.batch_id', '=', batchId as number))
      .$if(invitation !== null, (query) =>
        query
          .leftJoin(invitationsAs('invitation'), 'invitation.email', 'expected.email')
          .where(stateOfInvitation(now), '=', invitation as ListedInvitation),
      )
      .$if(among !== null, (query) => query.where('expected.id', 'in', among as number[]))
      // Not `exists`: PostgreSQL would read everybody with a word that many have, for one page.
      .where(({ and, eb, selectFrom }) =>
        and(
          terms.map((term) =>
            eb(
              selectFrom('expected_words as has')
                .whereRef('has.expected_id', '=', 'expected.id')
                .where('has.word', '>=', term)
                .where('has.word', '<', endOf(term))
                .limit(1)
                .select('has.word'),
              'is not',
              null,
            ),
          ),
        ),
      )
      // Somebody who signs up while a file with them is imported.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom(peopleAs('account'))
              .whereRef('account.email', '=', 'expected.email')
              .select('account.id'),
          ),
        ),
      )
      .orderBy('expected.id', 'desc')
      .limit(limit)
      .select(['expected.id', 'expected.email', 'expected.listed_at'])
  );
}

/** The newest first, all terms matching. A rare term's people are checked; otherwise a page soon fills. */
export async function expectedPage(database: Reader, query: ExpectedQuery) {
  for (const term of query.terms) {
    const words = { term, end: endOf(term), limit: rareWords + 1 };
    const [counted] = await countExpectedWords(database, words);
    if (Number(counted?.words) > rareWords) continue;
    const having = await expectedWithWord(database, { ...words, beforeId: query.beforeId });
    if (having.length === 0) return [];
    const ids = having.map(({ expected_id }) => expected_id);
    return pageOf(database, query, ids).execute();
  }
  return pageOf(database, query, null).execute();
}

export const expectedCounts = compiledQuery((db) =>
  db
    .selectFrom('expected_counts')
    .where('counted', '=', 1)
    .select((of) => [
      of.fn.sum<number>('imported').as('imported'),
      of.fn.sum<number>('invited').as('invited'),
    ]),
);

export async function hasMoreExpected(
  database: Reader,
  { batchId, than }: { batchId: number; than: number },
): Promise<boolean> {
  const next = await database
    .selectFrom('expected_people')
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .offset(than)
    .limit(1)
    .select('id')
    .executeTakeFirst();
  return next !== undefined;
}

/** Of a batch, or of all for null. */
export async function countByInvitation(
  database: Reader,
  { batchId, now }: { batchId: number | null; now: number },
): Promise<Record<ListedInvitation, number>> {
  const rows = await database
    .selectFrom((from) =>
      from
        .selectFrom('expected_people as expected')
        .leftJoin(invitationsAs('invitation'), 'invitation.email', 'expected.email')
        .$if(batchId !== null, (query) => query.where('expected.batch_id', '=', batchId as number))
        .select(stateOfInvitation(now).as('state'))
        .as('person'),
    )
    .groupBy('person.state')
    .select(['person.state', (of) => of.fn.countAll<number>().as('people')])
    .execute();
  const counts = new Map<string, number>(rows.map(({ state, people }) => [state, Number(people)]));
  const all = listedInvitations.map((state) => [state, counts.get(state) ?? 0]);
  return Object.fromEntries(all) as Record<ListedInvitation, number>;
}
