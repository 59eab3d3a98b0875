import type { Mentionable } from '#contract/forum/mention-calls';
import { shownName } from '#contract/accounts/person-name';
import { nameKey } from '#contract/fold-text';
import { peopleOfBatchNamed } from '../../accounts/people-named.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';

const maxOffered = 5;

/** At most five people of a batch whose names begin with the typed text; none before placement. */
export async function peopleToMention(
  { database, settings }: Pick<AppContext, 'database' | 'settings'>,
  batch: Batch | null,
  typed: string,
): Promise<Mentionable[]> {
  if (batch === null) return [];
  const wanted = { beginning: nameKey(typed) };
  const find = { batchId: batch.id, wanted, limit: maxOffered };
  const people = await peopleOfBatchNamed(database.reader, { engine: database.engine, settings }, find);
  return people.map(({ name, role }) => ({ name: shownName(name), role }));
}
