import { batchKey, limits } from '#contract/limits';
import type { Database } from '../platform/database/database.ts';
import { openBatchesLike } from './queries.ts';

/** Open batches whose name contains a text, without regard to case and spaces; wildcards in it are plain characters. */
export async function suggestBatches(
  database: Database,
  text: string,
): Promise<{ name: string; course: string }[]> {
  const literal = batchKey(text).replace(/[!%_]/g, '!$&');
  return openBatchesLike(database.reader, { pattern: `%${literal}%`, limit: limits.batchSuggestions });
}
