import { expect, test } from 'vitest';
import { sees } from './journal-point.ts';

test('of two snapshots of one database, one sees all that the other sees', () => {
  const cases: [string, string, boolean, boolean][] = [
    // SQLite: the last number.
    ['7', '7', true, true],
    ['10', '9', true, false],
    ['0', '12', false, true],
    // PostgreSQL: the end, and who still runs.
    ['10:20:', '10:20:', true, true],
    ['10:20:', '10:18:', true, false],
    ['10:20:15', '10:20:', false, true],
    ['10:20:15', '10:18:15,17', true, false],
    // It began after the other snapshot.
    ['10:20:19', '10:18:', true, false],
    ['10:20:11,12', '10:20:12', false, true],
    ['99999999999999999:99999999999999999:', '5:9:', true, false],
  ];
  for (const [one, other, forward, back] of cases)
    expect([sees(one, other), sees(other, one)], `${one} ${other}`).toEqual([forward, back]);
});
