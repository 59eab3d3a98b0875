import { expect, test } from 'vitest';
import { makeTestApp } from '#support/test-app';
import { describeTables } from './describe-tables.ts';

test('each table that numbers its rows has an id: a backup by 1.0.0 reads the last one of each', async () => {
  const { database } = (await makeTestApp()).context;
  const counted = (await describeTables(database.reader, database.engine)).filter((one) => one.isCounted);
  expect(counted.length).toBeGreaterThan(20);
  expect(counted.filter(({ columns }) => !columns.includes('id'))).toEqual([]);
});
