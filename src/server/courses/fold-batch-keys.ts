import { batchKey } from '#contract/limits';
import type { Database } from '../platform/database/database.ts';

/** Recomputes keys. Of two equal ones the second keeps its old key, and the system check reports both. */
export async function foldBatchKeys({ reader, transaction }: Database): Promise<void> {
  const batches = await reader
    .selectFrom('batches')
    .orderBy('id')
    .select(['id', 'name', 'name_key'])
    .execute();
  const taken = new Set(batches.map(({ name_key }) => name_key));
  for (const { id, name, name_key } of batches) {
    const key = batchKey(name);
    if (taken.has(key)) continue;
    await transaction((writer) =>
      writer
        .updateTable('batches')
        .set({ name_key: key })
        .where('id', '=', id)
        .where('name', '=', name)
        .execute(),
    );
    taken.delete(name_key);
    taken.add(key);
  }
}
