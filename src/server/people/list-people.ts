import type { z } from 'zod';
import { limits } from '#contract/limits';
import type { listPeople as listCall, People } from '#contract/people/calls';
import { batchByName, batchNamesOfMentors, placeableBatches } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { afterAllIds, parseId } from '../platform/parse-id.ts';
import { presentCounts, presentListedPerson } from './presenter.ts';
import { peopleCounts, peoplePage } from './queries.ts';
import { searchTerms } from './search-terms.ts';

/** A typed batch without spaces and in small letters: SQLite knows those of A to Z alone, PostgreSQL all of them. */
function typedKeysOf(typed: string): string[] {
  const text = typed.replaceAll(/\s+/gu, '');
  return [text.toLowerCase(), text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())];
}

/**
 * A page of people, and how many there are at each stage.
 * @throws 400 for an `after` that is no place in a list, 404 for an unknown batch
 */
export async function listPeople(
  { database: { reader } }: Pick<AppContext, 'database'>,
  { q = '', stage, batch, typed = '', limit = limits.pageSize, after }: z.output<typeof listCall.query>,
): Promise<People> {
  const beforeId = after === undefined ? afterAllIds : parseId(after);
  if (beforeId === null) throw httpErrors.badRequest('after is no place in this list');
  const terms = searchTerms(q);
  const query = {
    stage: stage ?? null,
    batchId: batch === undefined ? null : (await batchByName(reader, batch)).id,
    typedKeys: typed.trim() === '' ? null : typedKeysOf(typed),
    beforeId,
    // One row more says whether another page follows.
    limit: limit + 1,
  };
  const found = terms === null ? [] : await peoplePage(reader, { ...query, terms });
  const rows = found.slice(0, limit);
  const [counts] = await peopleCounts(reader, {});
  const mentors = rows.flatMap(({ id, role }) => (role === 'mentor' ? [id] : []));
  const batches = await batchNamesOfMentors(reader, mentors);
  const last = rows.at(-1);
  return {
    counts: presentCounts(counts),
    people: rows.map((row) => presentListedPerson(row, batches)),
    next: found.length > limit && last !== undefined ? String(last.id) : null,
    places: await placeableBatches(reader),
  };
}
