import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestContext } from '#support/test-app';
import type { Writer } from './database.ts';
import { engineName } from '#support/empty-database';

/** How long a commit waits: 2 is SQLite's FULL, 1 its NORMAL. */
async function readWaiting(writer: Writer): Promise<unknown> {
  const query =
    engineName === 'sqlite'
      ? sql<{ waiting: unknown }>`select synchronous as waiting from pragma_synchronous`
      : sql<{ waiting: unknown }>`select current_setting('synchronous_commit') as waiting`;
  return (await query.execute(writer)).rows[0]?.waiting;
}
const [waits, doesNotWait] = engineName === 'sqlite' ? [2, 1] : ['on', 'off'];

test('only a non-durable transaction does not wait for the disk, and those after it wait again, whatever became of it', async () => {
  const { database } = (await makeTestContext()).context;
  expect(await database.transaction(readWaiting)).toBe(waits);
  expect(await database.nonDurableTransaction(readWaiting)).toBe(doesNotWait);
  expect(await database.transaction(readWaiting)).toBe(waits);
  await expect(
    database.nonDurableTransaction(async () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await database.transaction(readWaiting)).toBe(waits);
  const mixed = await Promise.all([
    database.nonDurableTransaction(readWaiting),
    database.transaction(readWaiting),
    database.nonDurableTransaction(readWaiting),
    database.transaction(readWaiting),
  ]);
  expect(mixed).toEqual([doesNotWait, waits, doesNotWait, waits]);
});

test('a non-durable transaction happens whole or not at all', async () => {
  const { database } = (await makeTestContext()).context;
  const insert = (writer: Writer, name: string) => writer.insertInto('courses').values({ name }).execute();
  await database.nonDurableTransaction((writer) => insert(writer, 'Kept'));
  await expect(
    database.nonDurableTransaction(async (writer) => {
      await insert(writer, 'Dropped');
      await insert(writer, 'Kept');
    }),
  ).rejects.toThrow();
  expect(await database.reader.selectFrom('courses').select('name').execute()).toEqual([{ name: 'Kept' }]);
});
