import { batchKey, limits } from '#contract/limits';
import type { Database } from '../platform/database/database.ts';
import { editDistance } from './edit-distance.ts';
import { openBatchBefore, openBatchesLike } from './batch-queries.ts';

/** A batch as a signup is told of it: one for invited addresses only says so. Who is invited it does not say. */
type Suggestion = { name: string; course: string; joining?: 'invited' };

type OpenBatch = Awaited<ReturnType<typeof openBatchesLike>>[number];

const present = ({ name, course, joining }: OpenBatch): Suggestion =>
  joining === 'invited' ? { name, course, joining } : { name, course };

/** A slip or two of the finger, but not half of a short name. */
const slips = (key: string) => Math.min(2, Math.floor(key.length / 4));
/** Among how many open batches a near name is looked for. */
const looksAt = 200;

/**
 * Open batches whose name contains a text, without regard to case and spaces; wildcards in it are plain characters. The one that
 * was called so comes first. Where there is none, those whose name is nearly the text, the nearest first.
 */
export async function suggestBatches(
  { reader }: Pick<Database, 'reader'>,
  text: string,
): Promise<Suggestion[]> {
  const key = batchKey(text);
  const literal = key.replace(/[!%_]/g, '!$&');
  const containing = await openBatchesLike(reader, {
    pattern: `%${literal}%`,
    limit: limits.batchSuggestions,
  });
  const isName = containing.some(({ name }) => batchKey(name) === key);
  const former = isName ? undefined : await openBatchBefore(reader, text);
  const found: OpenBatch[] =
    former === undefined
      ? containing
      : [former, ...containing.filter(({ name }) => name !== former.name)].slice(0, limits.batchSuggestions);
  if (found.length > 0 || slips(key) === 0) return found.map(present);
  const open = await openBatchesLike(reader, { pattern: '%', limit: looksAt });
  return open
    .map((batch) => ({ batch, distance: editDistance(batchKey(batch.name), key) }))
    .filter(({ distance }) => distance <= slips(key))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, limits.batchSuggestions)
    .map(({ batch }) => present(batch));
}
