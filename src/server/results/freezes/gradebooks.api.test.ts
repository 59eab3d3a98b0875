import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { tasks, type Task } from '#contract/dates';
import { buildRecord, buildSelection, buildStudent } from '#support/factories';
import { makeFrozenBatch } from '#support/frozen-batch';

/** A frozen batch: marks, an absence, an excused part, and a student whose course is incomplete. */
async function makeSheet() {
  const made = await makeFrozenBatch({ isSealed: false });
  const { context, batch, passed, failed } = made;
  const student = async (name: string, records: Partial<Record<Task, 'absent' | 'excused'>>) => {
    const account = await buildStudent(context, { batch_id: batch.id, name });
    await buildSelection(context, { account_id: account.id });
    for (const [task, status] of Object.entries(records) as [Task, 'absent' | 'excused'][]) {
      const of = { account_id: account.id, task, status };
      await buildRecord(context, status === 'excused' ? { ...of, marks: null } : of);
    }
    return account;
  };
  const absent = await student('=Devi, "D"', { 'week-1': 'absent', 'week-2': 'excused' });
  const excused = await student(
    'Esha; Nair',
    Object.fromEntries(tasks.map((task) => [task, 'excused'])) as Record<Task, 'excused'>,
  );
  await made.freeze({ incomplete: 'freeze' });
  const read = async (format: string) => {
    const { status, body } = await made.office.get(
      `/api/staff/batches/OURS/freezes/1/sheet.csv?format=${format}`,
    );
    expect(status).toBe(200);
    return body as string;
  };
  return { passed, failed, absent, excused, read };
}

type Row = Record<string, string>;

/**
 * Moodle's import of a CSV file: a column is mapped to the user's email, to the item of its name, to a new item or to nothing;
 * totals of course and categories are offered to no column. An empty cell is no grade in an old item and 0 in a new one.
 */
function importToMoodle(text: string, { users, items }: { users: string[]; items: Set<string> }) {
  const [headings = [], ...lines] = parse(text, { bom: true }) as string[][];
  const mapped = headings.indexOf('Email address');
  const grades: Record<string, Record<string, number | null>> = {};
  const made = new Set<string>();
  for (const line of lines) {
    const user = users.find((email) => email === line[mapped]);
    if (user === undefined) throw new Error(`User mapping error: ${line[mapped]}`);
    grades[user] = {};
    for (const [at, heading] of headings.entries()) {
      if (at === mapped || ['Full name', 'Result grade'].includes(heading)) continue;
      const cell = (line[at] ?? '').trim();
      const isNew = !items.has(heading);
      if (isNew) made.add(heading);
      if (cell === '-' || (cell === '' && !isNew)) grades[user][heading] = null;
      else if (Number.isNaN(Number(cell))) throw new Error(`Bad grade: ${cell}`);
      else grades[user][heading] = Number(cell);
    }
  }
  return { grades, made };
}

/** A gradebook as Canvas exports it. */
const gradebook = [
  'Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (4711),Week 2,Final project (4712),Assignments Current Score,Current Score,Unposted Final Score,Final Grade',
  '    Points Possible,,,,,100,100,100,(read only),(read only),(read only),(read only)',
];
const reserved = new Set(['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section']);
const readOnly = /(?:Current|Final|Override) (?:Score|Points|Grade)/;

/** Canvas's import: the first five columns find the student, and each further one is an assignment by its id or its name. */
function importToCanvas(text: string, { logins }: { logins: string[] }) {
  const [headings = [], ...lines] = parse(text, { bom: true }) as string[][];
  expect(headings.slice(0, 5)).toEqual([...reserved]);
  const known = (gradebook[0] ?? '').split(',').filter((heading) => !reserved.has(heading));
  const names = new Set(known.map((heading) => heading.replace(/ \(\d+\)$/, '')));
  const grades: Record<string, Row> = {};
  const points: Row = {};
  const made = new Set<string>();
  const touched = new Set<string>();
  for (const line of lines) {
    const isPoints = line[0]?.includes('Points Possible') === true;
    const student = logins.find((login) => login === line[3]);
    if (!isPoints && student === undefined) throw new Error(`New student: ${line[0]}`);
    for (const [at, heading] of headings.entries()) {
      if (reserved.has(heading)) continue;
      touched.add(heading);
      if (!names.has(heading)) made.add(heading);
      if (isPoints) points[heading] = line[at] ?? '';
      else (grades[student as string] ??= {})[heading] = line[at] ?? '';
    }
  }
  return { grades, points, made, touched };
}

test('into a Moodle-shaped table: each student by email, and no grade where there is none, also in new items', async () => {
  const { passed, failed, absent, excused, read } = await makeSheet();
  const text = await read('moodle');
  const users = [...new Set([passed, failed, absent, excused].map(({ email }) => email))];
  const all = (parse(text, { bom: true, columns: true }) as Row[]).map((row) => row['Email address'] ?? '');
  for (const items of [new Set<string>(), new Set(['Week 1', 'Viva voce', 'Result'])]) {
    const { grades, made } = importToMoodle(text, { users: all, items });
    expect(users.every((email) => email in grades)).toBe(true);
    expect(grades[passed.email]).toMatchObject({ 'Week 1': 80, Result: 80 });
    expect(grades[absent.email]).toMatchObject({
      'Week 1': 0,
      'Week 2': null,
      'Viva voce': null,
      Result: null,
    });
    expect(new Set(Object.values(grades[excused.email] ?? {}))).toEqual(new Set([null]));
    // Moodle makes these itself, and reads them only.
    for (const total of ['Course total', 'Category total']) expect(made).not.toContain(total);
  }
});

test('into a Canvas-shaped table: each student by login, EX for excused, and no read-only column', async () => {
  const { passed, absent, excused, read } = await makeSheet();
  const text = await read('canvas');
  const logins = (parse(text, { bom: true, columns: true }) as Row[]).map((row) => row['SIS Login ID'] ?? '');
  const { grades, points, made, touched } = importToCanvas(text, { logins: logins.filter(Boolean) });
  for (const heading of touched) expect(heading).not.toMatch(readOnly);
  expect([...made]).toEqual(['Week 3', 'Week 4', 'Viva voce', 'Result']);
  expect(new Set(Object.values(points)), 'of new assignments').toEqual(new Set(['100']));
  expect(grades[passed.email]).toMatchObject({ 'Week 1': '80', 'Week 3': '80', Result: '80' });
  expect(grades[absent.email]).toMatchObject({ 'Week 1': '0', 'Week 2': 'EX', 'Week 3': '', Result: '' });
  expect(new Set(Object.values(grades[excused.email] ?? {}))).toEqual(new Set(['EX', '']));
});
