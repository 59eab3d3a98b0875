import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { takeEmptyDatabase, engineName } from '#support/empty-database';
import { openLocation } from '#support/locations';
import type { Database, Writer } from './database.ts';
import { makeGroupCommit } from './group-commit.ts';

const addCourse = (name: string) => async (writer: Writer) => {
  await writer.insertInto('courses').values({ name }).execute();
  return name;
};

async function coursesOf({ reader }: Database): Promise<string[]> {
  const rows = await reader.selectFrom('courses').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

test('changes that come together are all there, and one that fails takes back its own part alone', async () => {
  const { database, drop } = await takeEmptyDatabase();
  const results = await Promise.allSettled([
    database.groupCommitTransaction(addCourse('A')),
    database.groupCommitTransaction(addCourse('A')),
    database.groupCommitTransaction(async (writer) => {
      await addCourse('B')(writer);
      throw new Error('thought better of it');
    }),
    database.groupCommitTransaction(addCourse('C')),
  ]);
  // Of two equal names one goes through; which of them, PostgreSQL decides.
  expect(
    results
      .slice(0, 2)
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['fulfilled', 'rejected']);
  expect(results[2]).toMatchObject({ reason: new Error('thought better of it') });
  expect(results[3]).toMatchObject({ value: 'C' });
  expect(await coursesOf(database)).toEqual(['A', 'C']);
  expect(await database.groupCommitTransaction(addCourse('D'))).toBe('D');
  await drop();
});

test('nobody is told before the common commit, and everybody when it fails', async () => {
  const { database, drop } = await takeEmptyDatabase();
  let commits = 0;
  const grouped = makeGroupCommit(async (change) => {
    await database.transaction(change);
    commits += 1;
    await sleep(20);
    if (commits === 2) throw new Error('no commit');
  });
  const order: string[] = [];
  const told = (name: string) =>
    grouped(addCourse(name)).then(
      () => order.push(`${name} after ${commits}`),
      (error: Error) => order.push(`${name}: ${error.message}`),
    );
  const first = told('A');
  const together = [told('B'), told('C')];
  await Promise.all([first, ...together]);
  expect([commits, order]).toEqual([1, ['A after 1', 'B after 1', 'C after 1']]);
  await Promise.all([told('D'), told('E')]);
  expect(order.slice(3)).toEqual(['D: no commit', 'E: no commit']);
  await drop();
});

test.runIf(engineName === 'sqlite')('changes that arrive together are synced once', async () => {
  const { database, location, drop } = await takeEmptyDatabase();
  const transactions = vi.fn();
  const grouped = makeGroupCommit((change) =>
    database.transaction(async (writer) => {
      transactions();
      await change(writer);
    }),
  );
  await Promise.all(Array.from({ length: 50 }, (_, n) => grouped(addCourse(`Course ${n}`))));
  expect(transactions).toHaveBeenCalledTimes(1);
  const other = openLocation(location);
  expect(await other.reader.selectFrom('courses').selectAll().execute()).toHaveLength(50);
  await other.close();
  await drop();
});
