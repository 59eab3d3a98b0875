import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { tasks } from '#contract/dates';
import type { BatchFreezes } from '#contract/results/freeze-calls';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildRecord,
  buildResultRule,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';

const path = '/api/staff/batches/OURS/freezes';

/** One student with all marks, one absent in week 2 and excused from week 3; frozen. */
async function makeSheet() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  await buildResultRule(context, {
    batch_id: batch.id,
    rule: { pass_mark: 50, grades: [{ from: 80, word: 'A' }] },
  });
  for (const name of ['Asha Kumari', '=Bina']) {
    const { id } = await buildStudent(context, { batch_id: batch.id, name });
    await buildSelection(context, { account_id: id });
    for (const task of tasks) {
      const isAway = name === '=Bina' && (task === 'week-2' || task === 'week-3');
      if (!isAway) {
        const version = await buildSubmission(context, { account_id: id, task });
        await buildMark(context, { submission_id: version.id, marks: 80.5 });
      } else if (task === 'week-2') await buildRecord(context, { account_id: id, task });
      else await buildRecord(context, { account_id: id, task, status: 'excused', marks: null });
    }
  }
  const office = await app.as(await buildAdministrator(context, { name: 'Latha Menon' }));
  const { digest } = ((await office.get(path)).body as BatchFreezes).next;
  expect((await office.post(path, { digest })).status).toBe(200);
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  const read = async (format?: string) => {
    const query = format === undefined ? '' : `?format=${format}`;
    const { status, body, headers } = await mentor.get(`${path}/1/sheet.csv${query}`);
    return {
      status,
      headers,
      rows: parse(body as string, { bom: true, columns: true }) as Record<string, string>[],
    };
  };
  return { ...app, office, mentor, read };
}

test('a frozen sheet as CSV says how each part counts, and who froze it', async () => {
  const { read, context } = await makeSheet();
  const { rows, headers } = await read();
  expect(headers['content-disposition']).toBe('attachment; filename="OURS sheet 1.csv"');
  expect(rows).toMatchObject([
    {
      name: "'=Bina",
      'week-2': '0',
      'week-2 status': 'absent',
      'week-3': '',
      'week-3 status': 'excused',
      'week-3 counts as': '',
      viva: '80.5',
      result: '64.4',
      passed: 'yes',
      'result grade': '',
      state: 'complete',
      'rule version': '1',
      sheet: '1',
      'frozen by': 'Latha Menon',
    },
    { name: 'Asha Kumari', result: '80.5', 'result grade': 'A' },
  ]);
  const events = await context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'export-sheet')
    .select('subject')
    .execute();
  expect(events).toEqual([{ subject: 'OURS' }]);
});

test.each([
  [
    'moodle',
    'Full name,Email address,Week 1,Week 2,Week 3,Week 4,Final project,Viva voce,Result,Result grade',
    '-',
  ],
  [
    'canvas',
    'Student,ID,SIS User ID,SIS Login ID,Section,Week 1,Week 2,Week 3,Week 4,Final project,Viva voce,Result',
    'EX',
  ],
])('with the headings of %s, and no column that it only reads', async (format, head, excused) => {
  const { read } = await makeSheet();
  const { rows } = await read(format);
  expect(Object.keys(rows[0] ?? {}).join()).toBe(head);
  const [first] = rows.filter((row) => row['Student'] !== '    Points Possible');
  expect(first).toMatchObject({ 'Week 1': '80.5', 'Week 2': '0', 'Week 3': excused, Result: '64.4' });
});

test('a sheet that there is not, and an unknown format', async () => {
  const { mentor } = await makeSheet();
  expect((await mentor.get(`${path}/2/sheet.csv`)).status).toBe(404);
  expect((await mentor.get(`${path}/1/sheet.csv?format=excel`)).status).toBe(400);
});
