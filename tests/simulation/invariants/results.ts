import { tasks } from '#contract/dates';
import { frozenIds, partsOfResult } from '../frozen.ts';
import type { World } from '../world.ts';
import { expectedOf, readNewestAtRecord } from './marks.ts';
import { readerOf, type Invariant } from './invariant.ts';

/** Of what counts: one decimal, as the portal's own rule rounds. */
function meanOf(marks: readonly number[]): number | null {
  if (marks.length === 0) return null;
  return Math.round((marks.reduce((sum, one) => sum + one, 0) / marks.length) * 10) / 10;
}

async function resultsEqualTheirMarks(world: World): Promise<string[]> {
  const { ledger } = world;
  const newestAtRecord = await readNewestAtRecord(world);
  const wrong: string[] = [];
  for (const student of ledger.of('student')) {
    if (!ledger.choices.has(student.id) || ledger.frozen.has(student.id)) continue;
    const { status, body } = await world.read(student, `/api/students/result/${student.email}`);
    if (status !== 200) return [`${student.email} cannot read the result: ${status}`];
    const parts = tasks.map((task) => expectedOf(world, student, task, newestAtRecord));
    const counted = parts.filter((part) => part.status === 'marked').map(({ marks }) => marks as number);
    const isComplete = parts.every((part) => part.status !== 'open');
    const isExcused = parts.every((part) => part.status === 'excused');
    const wanted = {
      state: isExcused ? 'excused' : isComplete ? 'complete' : 'incomplete',
      mean: meanOf(counted),
    };
    const is = { state: body.state, mean: body.state === 'incomplete' ? body.so_far : body.result };
    if (is.state !== wanted.state || is.mean !== wanted.mean)
      wrong.push(
        `the result of ${student.email} is ${JSON.stringify(is)} instead of ${JSON.stringify(wanted)}`,
      );
  }
  return wrong;
}

async function frozenResultsDoNotMove(world: World): Promise<string[]> {
  const { ledger } = world;
  const wrong: string[] = [];
  const ids = new Set(await frozenIds(world));
  for (const [id, parts] of ledger.frozen) {
    const student = ledger.people.find((person) => person.id === id);
    if (student?.state === 'anonymised') continue;
    if (!ids.has(id)) wrong.push(`the result of ${student?.email} is frozen no more`);
    if ((await partsOfResult(world, id)) !== parts)
      wrong.push(`what the frozen result of ${student?.email} is made of has changed`);
  }
  return wrong;
}

type Sheet = { results: { student: unknown }[] };

/** Its rows lie by their names, which an anonymisation takes away. */
function rowsWithoutNames({ results, ...sheet }: Sheet): string {
  const rows = results.map((row) => JSON.stringify({ ...row, student: null }));
  return JSON.stringify([sheet, rows.toSorted()]);
}

async function sheetsDoNotMove(world: World): Promise<string[]> {
  const { ledger } = world;
  const [by] = ledger.of('administrator');
  if (by === undefined) return [];
  const wrong: string[] = [];
  for (const { batch, number, sheet } of ledger.sheets) {
    const { body } = await world.read(by, `/api/staff/batches/${batch}/freezes/${number}`);
    if (rowsWithoutNames(body) !== rowsWithoutNames(JSON.parse(sheet)))
      wrong.push(`the sheet ${number} of ${batch} has changed`);
  }
  return wrong;
}

async function certificatesAreKept(world: World): Promise<string[]> {
  const rows = await readerOf(world).selectFrom('certificates').select(['number', 'account_id']).execute();
  const known = new Map(rows.map((row) => [row.number, row]));
  const revoked = await readerOf(world)
    .selectFrom('certificates')
    .where('revoked_at', 'is not', null)
    .select('number')
    .execute();
  const isRevoked = new Set(revoked.map(({ number }) => number));
  return world.ledger.certificates.flatMap(({ number, student, ...one }) => {
    if (student.state === 'anonymised') return [];
    if (!known.has(number)) return [`the certificate ${number} is gone`];
    return isRevoked.has(number) === one.isRevoked
      ? []
      : [`the certificate ${number} is ${one.isRevoked ? 'no longer ' : ''}revoked`];
  });
}

export const resultInvariants: Invariant[] = [
  { name: 'a result equals its marks', isCostly: true, check: resultsEqualTheirMarks },
  { name: 'a frozen result does not move', check: frozenResultsDoNotMove },
  { name: 'a frozen sheet does not move', isCostly: true, check: sheetsDoNotMove },
  { name: 'a certificate is kept', check: certificatesAreKept },
];
