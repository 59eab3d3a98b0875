import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildMark,
  buildProject,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';
import { countExported, type StudentExport } from './open-export.ts';

type Line = Record<string, string>;

async function makeBatch() {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context, { name: 'Web' });
  const batch = await buildBatch(context, { name: 'WEB 1', course_id: course.id });
  const project = await buildProject(context, { id: 'P9', course_id: course.id, name: 'Shop' });
  const asha = await buildStudent(context, {
    name: ' =1+1',
    email: 'asha@example.test',
    phone: '+91 98765',
    batch_id: batch.id,
    typed_batch: ';@SUM(A1)',
    exit_score: 78,
    grade: 'A',
  });
  await buildSelection(context, { account_id: asha.id, project_id: project.id });
  const other = await buildStudent(context, { name: 'Ravi', email: 'ravi@example.test' });
  const administrator = await app.as(await buildAdministrator(context, { name: 'Office' }));
  const read = async (what: string) => {
    const { status, body, headers } = await administrator.get(`/api/staff/exports/${what}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    // Excel takes a file for UTF-8 by the mark at its beginning.
    expect((body as string).startsWith('\uFEFF')).toBe(true);
    return { lines: parse(body as string, { bom: true, columns: true }) as Line[], headers };
  };
  return { app, context, batch, asha, other, administrator, read };
}

test('grades: the newest released mark of each task; what is not released is apart and says so', async () => {
  const { context, asha, read } = await makeBatch();
  const submit = (task: 'week-1' | 'week-2' | 'week-3', version: number) =>
    buildSubmission(context, { account_id: asha.id, task, version });
  const mark = async (submission_id: number, marks: number, released: 0 | 1) =>
    buildMark(context, { submission_id, marks, released });
  await mark((await submit('week-1', 1)).id, 80, 1);
  await mark((await submit('week-1', 2)).id, 95, 0);
  await mark((await submit('week-2', 1)).id, 71, 1);
  await submit('week-3', 1);
  const { lines, headers } = await read('grades?batch=web1');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    name: "'=1+1",
    email: 'asha@example.test',
    batch: 'WEB 1',
    course: 'Web',
    project: 'P9',
    exit_score: '78',
    'week-1': '80',
    'week-2': '71',
    'week-3': '',
    'tasks submitted': '3',
    'tasks with released marks': '2',
    result: '',
    'result so far': '75.5',
    passed: '',
    'result grade': '',
    'result NOT RELEASED': '',
    'result so far NOT RELEASED': '83',
    'week-1 NOT RELEASED': '95',
    'week-2 NOT RELEASED': '',
    'week-3 NOT RELEASED': '',
  });
  expect(headers['content-disposition']).toBe('attachment; filename="grades WEB 1.csv"');
  expect((await read('grades')).lines.map(({ email }) => email)).toEqual([
    'asha@example.test',
    'ravi@example.test',
  ]);
});

test('roster and submissions: one batch or all, no cell a formula, each with its line in the audit log', async () => {
  const { app, context, asha, read } = await makeBatch();
  await buildSubmission(context, { account_id: asha.id, comments: '|=1' });
  const { lines } = await read('roster?batch=WEB 1');
  expect(lines).toMatchObject([
    {
      name: "'=1+1",
      phone: "'+91 98765",
      batch: 'WEB 1',
      'batch typed at signup': "';'@SUM(A1)",
      project: 'P9',
      project_name: 'Shop',
      exit_score: '78',
      grade: 'A',
      address_confirmed: 'yes',
    },
  ]);
  expect((await read('roster')).lines).toHaveLength(2);
  expect((await read('submissions')).lines).toMatchObject([
    { email: 'asha@example.test', comments: "'|'=1", released: '' },
  ]);
  expect(await readAuditLog(app)).toMatchObject([
    { act: 'export-roster', subject: 'WEB 1' },
    { act: 'export-roster', subject: 'all batches' },
    { act: 'export-submissions', subject: 'all batches' },
  ]);
});

test('how many lines an export will have is known before it', async () => {
  const { context, asha } = await makeBatch();
  await buildSubmission(context, { account_id: asha.id, task: 'week-1', version: 1 });
  await buildSubmission(context, { account_id: asha.id, task: 'week-1', version: 2 });
  const count = (what: StudentExport, batch: string | null) => countExported(context, { what, batch });
  expect([await count('roster', null), await count('grades', 'web 1')]).toEqual([2, 1]);
  expect([await count('submissions', null), await count('submissions', 'WEB 1')]).toEqual([2, 2]);
  await expect(count('roster', 'none')).rejects.toMatchObject({ status: 404 });
});

test('a batch that is none is refused, and leaves no line', async () => {
  const { app, administrator } = await makeBatch();
  const { status, body } = await administrator.get('/api/staff/exports/grades?batch=NOPE');
  expect([status, body.message]).toEqual([404, expect.stringContaining('There is no batch "NOPE"')]);
  expect(await readAuditLog(app)).toEqual([]);
});

test('more than a piece comes whole, in the order of signup', async () => {
  const { context, batch, read } = await makeBatch();
  await context.database.transaction(async (writer) => {
    const rows = Array.from({ length: 600 }, (_, n) => ({
      email: `s${n}@example.test`,
      name: `Student ${n}`,
      role: 'student' as const,
      batch_id: batch.id,
      created_at: 1,
    }));
    for (let from = 0; from < rows.length; from += 300)
      await writer
        .insertInto('accounts')
        .values(rows.slice(from, from + 300))
        .execute();
  });
  for (const what of ['grades', 'roster']) {
    const emails = (await read(`${what}?batch=WEB 1`)).lines.map(({ email }) => email);
    expect(emails).toEqual([
      'asha@example.test',
      ...Array.from({ length: 600 }, (_, n) => `s${n}@example.test`),
    ]);
  }
});
