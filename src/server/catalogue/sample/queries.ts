import type { Reader } from '../../platform/database/database.ts';

/** No start loads it again. */
export async function wasSampleRemoved(database: Reader): Promise<boolean> {
  const row = await database.selectFrom('sample_removal').select('id').executeTakeFirst();
  return row !== undefined;
}
