import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { defaultHeadings } from '#contract/results/sheet-headings';
import { makeFrozenBatch } from '#support/frozen-batch';
import { readAuditLog } from '#support/read-audit-log';

const path = '/api/staff/sheet-headings';
const csv = '/api/staff/batches/OURS/freezes/1/sheet.csv';
const none = { course: '', batch: '', project: '', grade: '', remarks: '' };

async function makeHeadings() {
  const frozen = await makeFrozenBatch();
  await frozen.freeze();
  const rows = async (query = '') =>
    parse((await frozen.office.get(csv + query)).body as string, { bom: true }) as string[][];
  const set = (more: object) => frozen.office.put(path, { ...defaultHeadings, ...more });
  return { ...frozen, rows, set };
}

test('until the office has chosen, the CSV is the plain one', async () => {
  const { office, rows } = await makeHeadings();
  expect((await office.get(path)).body).toEqual(defaultHeadings);
  expect((await rows())[0]?.slice(0, 2)).toEqual(['name', 'email']);
});

test('the CSV of every sheet follows what the office set once; a format that is asked for goes before', async () => {
  const { app, set, rows, failed, mentor } = await makeHeadings();
  const own = { format: 'own', ...none, email: 'Roll no.', 'week-1': 'ആഴ്ച 1', outcome: 'Pass/Fail' };
  expect((await set(own)).body).toMatchObject(own);
  const head = ['Name', 'Roll no.', 'ആഴ്ച 1', 'Week 2', 'Week 3', 'Week 4', 'Final project', 'Viva voce'];
  expect((await rows()).slice(0, 2)).toEqual([
    [...head, 'Result', 'Pass/Fail'],
    ['Binu Das', failed.email, '40', '40', '40', '40', '40', '40', '40', 'Not passed'],
  ]);
  expect((await rows('?format=moodle'))[0]?.[0]).toBe('Full name');
  expect((await rows('?format=capstone'))[0]?.[0]).toBe('name');
  await set({ ...own, format: 'canvas' });
  expect((await rows())[0]?.[0]).toBe('Student');
  expect((await rows('?format=own'))[0]?.[1], 'kept').toBe('Roll no.');
  const sheet = await (await app.as(mentor)).get('/api/staff/batches/OURS/freezes/1');
  expect(sheet.body.csv_format, 'for mentors too').toBe('canvas');
  const events = (await readAuditLog(app)).filter(({ act }) => act === 'set-sheet-headings');
  expect(events).toHaveLength(2);
});

test.each([
  [{ email: 'name' }, 'email', 'Another column has this heading'],
  [{ grade: '  WEEK   1 ' }, 'grade', 'Another column has this heading'],
  [{ result: '=1+1' }, 'result', 'A heading cannot look like a formula'],
  [{ result: '@SUM(A1)' }, 'result', 'A heading cannot look like a formula'],
  [{ result: 'Total;=1+1' }, 'result', 'A heading cannot look like a formula'],
  [{ viva: '＋1' }, 'viva', 'A heading cannot look like a formula'],
  [{ viva: 'Viva\nvoce' }, 'viva', 'A heading must be on one line'],
  [{ viva: '\u200b' }, 'viva', 'A heading must be visible'],
  [{ viva: 'v'.repeat(81) }, 'viva', 'A heading can have at most 80 characters'],
  [{ name: '', email: ' ' }, 'name', 'Give the name or the email a heading'],
  [{ format: 'excel' }, 'format', 'format must be one of capstone, moodle, canvas, own'],
])('%j is refused at its field', async (wrong, name, message) => {
  const { set, office } = await makeHeadings();
  const { status, body } = await set(wrong);
  expect([status, body.message]).toEqual([400, message]);
  expect(body.fields).toContainEqual({ name, message });
  expect((await office.get(path)).body).toEqual(defaultHeadings);
});

test('two people who change different headings both succeed; of one heading the second is asked', async () => {
  const { office, set } = await makeHeadings();
  const change = (name: string, from: string, to: string) =>
    office.put(path, { ...defaultHeadings, [name]: to, began: { [name]: from } });
  expect((await change('result', 'Result', 'Total')).status).toBe(200);
  expect((await change('viva', 'Viva voce', 'Oral')).body).toMatchObject({ result: 'Total', viva: 'Oral' });
  const second = await change('viva', 'Viva voce', 'Interview');
  expect([second.status, second.body.current.viva]).toEqual([409, 'Oral']);
  // Each fits alone, and both together do not.
  await set({});
  expect((await change('result', 'Result', 'Sum')).status).toBe(200);
  expect((await change('grade', 'Grade', 'Sum')).status).toBe(400);
});
