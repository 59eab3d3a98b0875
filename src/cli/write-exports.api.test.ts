import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { shownName } from '#contract/accounts/person-name';
import { buildBatch, buildSelection, buildStudent, buildSubmission } from '#support/factories';
import { makeTestContext } from '#support/test-app';
import { seedDemo } from '#server/demo/seed-demo';
import type { AppContext } from '#server/platform/context';
import { withoutGuards } from '#server/platform/sheets/sheet-cell';
import { openStudentExport } from '#server/privacy/exports/open-export';
import { writeCsvFile } from './write-exports.ts';

const exportSubmissions = (
  context: AppContext,
  { batch, out }: { batch: string | null; out: string },
): Promise<number> =>
  writeCsvFile(out, () => openStudentExport(context, { actorId: null }, { what: 'submissions', batch }));

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('cells that a spreadsheet would run begin with an apostrophe; everything else reads back as it was', async () => {
  const { context } = await makeTestContext();
  const names = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '＝1',
    ' =1',
    '\u00A0+1',
    ';=1',
    ', @SUM(A1)',
    '"=1',
    '\n-1',
    'plain, "quoted"',
    'two\nlines',
    'ഗോപിക',
  ];
  for (const name of names) {
    const student = await buildStudent(context, { name });
    await buildSelection(context, { account_id: student.id });
    await buildSubmission(context, { account_id: student.id, links: name, comments: `ok ${name}` });
  }
  const out = path.join(makeFolder(), 'x.csv');
  expect(await exportSubmissions(context, { batch: null, out })).toBe(names.length);
  const rows = parse(readFileSync(out, 'utf8'), { bom: true, columns: true }) as Record<string, string>[];
  const escaped = (name: string) =>
    name
      .replace(/^([\s",;]*)([=+\-@＝])/, (_, before, sign) =>
        before === '' ? `'${sign}` : `'${before}'${sign}`,
      )
      .replace(/^[\t\r]/, "'$&");
  expect(rows.map(({ name }) => name)).toEqual(names.map((name) => escaped(shownName(name))));
  expect(rows.map(({ links }) => links)).toEqual(names.map(escaped));
  // Also where a spreadsheet splits at other separators: no piece is a formula.
  const pieces = rows.flatMap(({ links = '', comments = '' }) => [
    ...links.split(/[;,|\t\r\n]/),
    ...comments.split(/[;|\t\r\n]/),
  ]);
  expect(pieces.filter((piece) => /^\s*[=+\-@＝]/.test(piece))).toEqual([]);
  expect(rows.map(({ comments = '' }) => withoutGuards(comments))).toEqual(names.map((name) => `ok ${name}`));
  expect(rows.map(({ comments }) => comments).slice(0, 4)).toEqual(
    names.slice(0, 4).map((name) => `ok ${name}`),
  );
});

test("the demo's batch comes with versions, marks, and times in both zones", async () => {
  const { context } = await makeTestContext();
  await seedDemo(context);
  const out = path.join(makeFolder(), 'x.csv');
  expect(await exportSubmissions(context, { batch: 'mern-2026-11', out })).toBe(6);
  const rows = parse(readFileSync(out, 'utf8'), { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map(({ email, task, version }) => `${email} ${task} ${version}`)).toEqual([
    'week2@example.test week-1 1',
    'final@example.test week-1 1',
    'final@example.test week-2 1',
    'final@example.test week-2 2',
    'final@example.test week-3 1',
    'final@example.test week-4 1',
  ]);
  // Started on 6 November at 9:00 UTC, submitted after 7.4 days.
  expect(rows[0]).toMatchObject({
    submitted_at: '2026-11-13T18:36:00.000Z',
    'submitted_at (Asia/Kolkata)': '2026-11-14 00:06:00',
    late: 'false',
  });
  expect(rows[3]).toMatchObject({ marks: '88', released: 'true', file_name: 'week-2-summary-v2.txt' });
});

test('one batch alone, every version, more than a page of them', async () => {
  const { context } = await makeTestContext();
  const batch = await buildBatch(context, { name: 'WEB 1' });
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: student.id });
  await context.database.transaction(async (writer) => {
    for (let version = 1; version <= 520; version += 1) {
      await writer
        .insertInto('submissions')
        .values({
          account_id: student.id,
          task: 'week-1',
          version,
          number: `N${version}`,
          submitted_at: context.clock.now(),
          late: 0,
          links: 'x',
          comments: '',
        })
        .execute();
    }
  });
  const other = await buildStudent(context);
  await buildSelection(context, { account_id: other.id });
  await buildSubmission(context, { account_id: other.id });
  const out = path.join(makeFolder(), 'x.csv');
  expect(await exportSubmissions(context, { batch: 'web1', out })).toBe(520);
  expect(await exportSubmissions(context, { batch: null, out })).toBe(521);
  await expect(exportSubmissions(context, { batch: 'NOPE', out })).rejects.toThrow(
    'There is no batch "NOPE"',
  );
});

test('an export that fails leaves the earlier file as it was and nothing beside it', async () => {
  const { context } = await makeTestContext();
  const folder = makeFolder();
  const out = path.join(folder, 'x.csv');
  await exportSubmissions(context, { batch: null, out });
  const before = readFileSync(out, 'utf8');
  const broken = { ...context, database: { ...context.database, reader: null as never } };
  await expect(exportSubmissions(broken, { batch: null, out })).rejects.toThrow();
  expect(readFileSync(out, 'utf8')).toBe(before);
  expect(readdirSync(folder)).toEqual(['x.csv']);
});
