import { batchKey, batchKeys, limits } from '#contract/limits';
import type { Database } from '../platform/database/database.ts';
import { openBatchBefore, openBatchesLike } from './batch-queries.ts';

/** Levenshtein distance. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let column = 1; column <= other.length; column++) {
      const change = (row[column - 1] as number) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(change, (row[column] as number) + 1, (next[column - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}

/** Says whether it is invited-only, not who is invited. */
type Suggestion = { name: string; course: string; joining?: 'invited' };

type OpenBatch = Awaited<ReturnType<typeof openBatchesLike>>[number];

const present = ({ name, course, joining }: OpenBatch): Suggestion =>
  joining === 'invited' ? { name, course, joining } : { name, course };

/** A few typing errors, but less than half of a short name. */
const slips = (key: string) => Math.min(2, Math.floor(key.length / 4));
const looksAt = 200;

/**
 * Names that contain the text, regardless of case and spaces; a former name comes first. Without any, nearly equal names.
 */
export async function suggestBatches(
  { reader }: Pick<Database, 'reader'>,
  text: string,
): Promise<Suggestion[]> {
  const key = batchKey(text);
  const byName = new Map<string, OpenBatch>();
  // Keys that no job has folded again yet.
  for (const literal of batchKeys(text).map((one) => one.replace(/[!%_]/g, '!$&'))) {
    const page = { pattern: `%${literal}%`, limit: limits.batchSuggestions };
    for (const batch of await openBatchesLike(reader, page)) byName.set(batch.name, batch);
  }
  const containing = [...byName.values()].slice(0, limits.batchSuggestions);
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
