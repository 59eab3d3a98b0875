import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { MarkRow } from '#contract/marking/mark-sheet-calls';
import { buildBatch, buildMark, buildMentor, buildStudent, buildSubmission } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

const path = '/api/staff/batches/OURS/marks';

async function makeClass(count: number) {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const buildOne = async (n: number) => {
    const email = `s${n}@example.test`;
    const { id } = await buildStudent(context, { name: `Student ${n}`, email, batch_id: batch.id });
    const { id: submission, number } = await buildSubmission(context, { account_id: id });
    return { id, email, number, submission };
  };
  const students: Awaited<ReturnType<typeof buildOne>>[] = [];
  // In order where a test reads it from the database.
  const atOnce = count > 10 ? 50 : 1;
  for (let from = 0; from < count; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - from) }, (_, n) => from + n);
    students.push(...(await Promise.all(some.map(buildOne))));
  }
  const mentor = await buildMentor(context, [batch.id]);
  const client = await app.as(mentor);
  const of = (text: string, more: object = {}) => ({ text, task: 'week-1', ...more });
  const check = (text: string, more?: object) => client.post(`${path}/check`, of(text, more));
  const save = (text: string, more?: object, key?: string) =>
    client.post(path, of(text, more), key === undefined ? {} : { 'idempotency-key': key });
  const marks = () =>
    context.database.reader
      .selectFrom('marks')
      .orderBy('submission_id')
      .select(['submission_id as id', 'marks', 'comments', 'released', 'marked_by'])
      .execute();
  const take = async (format: string): Promise<string> => {
    const { status, body } = await client.get(`${path}.csv?task=week-1&format=${format}`);
    expect(status).toBe(200);
    return body as string;
  };
  return { app, context, batch, students, mentor, client, check, save, marks, take };
}

const faultsOf = (rows: readonly MarkRow[]) =>
  rows.flatMap(({ cells }) =>
    cells.flatMap(({ cell, fault }) => (fault === null ? [] : [`${cell}: ${fault}`])),
  );

test(
  '300 rows, 7 of them wrong: each is named by its cell and nothing is written; corrected, each is written once',
  { timeout: 180_000 },
  async () => {
    const { context, students, mentor, check, save, marks } = await makeClass(300);
    const lines = students.map(({ email }, n) => `Student ${n},${email},${n % 101},Comment ${n},`);
    const good = ['Name,Email,Marks,Comments,Released', ...lines].join('\r\n');
    const wrong = [...lines];
    wrong[10] = 'Student 10,nobody@example.test,50,,';
    wrong[20] = 'Student 20,,50,,';
    wrong[30] = 'Student 30,s30@example.test,101,,';
    wrong[40] = 'Student 40,s40@example.test,"1,000",,';
    wrong[50] = 'Student 50,s49@example.test,50,,';
    wrong[60] = 'Student 60,s60@example.test,50,,perhaps';
    wrong[70] = 'Student 70,s70@example.test,-1,,';
    const bad = ['Name,Email,Marks,Comments,Released', ...wrong].join('\n');
    const { status, body } = await check(bad);
    expect([status, body.counts]).toEqual([200, { new: 293, changed: 0, unchanged: 0, wrong: 7 }]);
    expect(faultsOf(body.rows)).toEqual([
      'B12: This batch has no student with this email',
      'B22: The email is missing',
      'C32: Marks must be a number from 0 to 100, such as 72.5',
      'C42: Marks must be a number from 0 to 100, such as 72.5',
      'B52: This student is in the spreadsheet twice',
      'E62: Released must be yes, no or empty',
      'C72: Marks must be a number from 0 to 100, such as 72.5',
    ]);
    expect(await save(bad)).toMatchObject({
      status: 409,
      body: {
        message: 'Row 12: This batch has no student with this email (and 6 more). Nothing was saved.',
      },
    });
    expect(await marks()).toEqual([]);

    const { seen, counts } = (await check(good)).body;
    expect(counts).toEqual({ new: 300, changed: 0, unchanged: 0, wrong: 0 });
    for (let n = 0; n < 2; n += 1) expect((await save(good, { seen }, 'once')).status).toBe(200);
    const written = await marks();
    expect(written).toHaveLength(300);
    expect(written.find(({ id }) => id === students[7]?.submission)).toEqual({
      id: students[7]?.submission,
      marks: 7,
      comments: 'Comment 7',
      released: 0,
      marked_by: mentor.id,
    });
    const events = (await readAuditLog({ context })).map(({ act }) => act);
    expect(events.filter((act) => act === 'mark-submission')).toHaveLength(300);
    expect((await check(good)).body.counts).toEqual({ new: 0, changed: 0, unchanged: 300, wrong: 0 });
  },
);

test('a mark that changed since its export is shown, and not overwritten', async () => {
  const { context, students, check, save, marks, take } = await makeClass(2);
  const [first, second] = students as [(typeof students)[0], (typeof students)[0]];
  await buildMark(context, { submission_id: first.submission, marks: 60, comments: 'Before', released: 0 });
  const sheet = await take('capstone');
  const changed = sheet
    .replace(',60,', ',70,')
    .replace(`${second.email},week-1,,`, `${second.email},week-1,80,`);
  expect((await check(changed)).body.counts).toMatchObject({ new: 1, changed: 1, wrong: 0 });
  const released = await check(sheet.replace(',false,', ',yes,'));
  expect(released.body.counts).toEqual({ new: 0, changed: 1, unchanged: 1, wrong: 0 });
  await context.database.transaction((writer) =>
    writer
      .updateTable('marks')
      .set({ marks: 65, marked_at: context.clock.now() + 1 })
      .where('submission_id', '=', first.submission)
      .execute(),
  );
  const { body } = await check(changed);
  expect(faultsOf(body.rows)).toEqual(['D2: This mark changed after the export: now 65']);
  expect((await save(changed)).status).toBe(409);
  expect((await marks()).map((mark) => mark.marks)).toEqual([65]);

  await buildSubmission(context, { account_id: second.id, version: 2 });
  expect(
    faultsOf(
      (await check(sheet.replace(`${second.email},week-1,,`, `${second.email},week-1,80,`))).body.rows,
    ),
  ).toEqual(['D3: Version 2 came in after the export']);
});

test('a comment without marks is wrong, unless it is that of the current mark', async () => {
  const { context, students, check, save, marks } = await makeClass(3);
  await buildMark(context, { submission_id: students[0]?.submission as number, marks: 60, comments: 'Kept' });
  const rows = (comments: readonly string[], more: readonly string[] = []) =>
    ['email,marks,comments', ...comments.map((comment, n) => `s${n}@example.test,,${comment}`), ...more].join(
      '\n',
    );
  const harmless = rows(['Kept', '', ''], ['absent@example.test,,Has not submitted']);
  expect((await check(harmless)).body.counts).toMatchObject({ unchanged: 4, wrong: 0 });
  const bad = rows(['Another', 'New'], ['s2@example.test,80,']);
  expect(faultsOf((await check(bad)).body.rows)).toEqual([
    'B2: Enter marks for this comment',
    'B3: Enter marks for this comment',
  ]);
  expect((await save(bad)).status).toBe(409);
  expect((await marks()).map((mark) => mark.comments)).toEqual(['Kept']);
});

test('a mark below the one that the student sees for an earlier version is not released', async () => {
  const { context, students, check, save } = await makeClass(1);
  const [{ id, email, submission }] = students as [(typeof students)[0]];
  await buildMark(context, { submission_id: submission, marks: 80, released: 1 });
  await buildSubmission(context, { account_id: id, version: 2 });
  const text = `email,marks\n${email},60`;
  const fault = 'B2: The student already sees 80 for version 1. To release a lower mark, open the submission';
  expect(faultsOf((await check(text, { released: 'yes' })).body.rows)).toEqual([fault]);
  expect((await save(text, { released: 'yes' })).status).toBe(409);
  expect((await check(text, { released: 'no' })).body.counts).toMatchObject({ new: 1, wrong: 0 });
  expect((await check(`email,marks\n${email},80`, { released: 'yes' })).body.counts).toMatchObject({
    new: 1,
  });
});

test('a mark that changed since the dry run is not overwritten either', async () => {
  const { context, students, check, save, marks } = await makeClass(1);
  const text = `email,marks\n${students[0]?.email},70`;
  const { seen } = (await check(text)).body;
  await buildMark(context, { submission_id: students[0]?.submission as number, marks: 60 });
  expect(await save(text, { seen })).toMatchObject({
    status: 409,
    body: {
      message:
        'Row 2, Student 0: marks changed since you checked the rows. Nothing was saved. Check the rows again.',
    },
  });
  expect((await marks()).map((mark) => mark.marks)).toEqual([60]);
});

test.each([
  ['keep', [0, 1]],
  ['yes', [1, 1]],
  ['no', [0, 0]],
])('released %s', async (released, expected) => {
  const { context, students, save, marks } = await makeClass(2);
  await buildMark(context, { submission_id: students[1]?.submission as number, marks: 60 });
  const text = `email;marks\n${students[0]?.email};70,5\n${students[1]?.email};80`;
  expect((await save(text, { released })).body).toEqual({ saved: 2 });
  const written = await marks();
  expect(written.map((mark) => mark.marks)).toEqual([70.5, 80]);
  expect(written.map((mark) => mark.released)).toEqual(expected);
});

test.each(['moodle', 'canvas', 'capstone'])(
  'what is exported for %s is taken back, marked',
  async (format) => {
    const { context, students, check, save, marks, take } = await makeClass(2);
    await buildMark(context, {
      submission_id: students[1]?.submission as number,
      marks: 60,
      comments: '=1+1',
    });
    const sheet = await take(format);
    expect((await check(sheet)).body.counts).toEqual({ new: 0, changed: 0, unchanged: 2, wrong: 0 });
    const rows = parse(sheet, { bom: true }) as string[][];
    const at = rows[0]?.findIndex((heading) => /^(?:grade|marks|week 1)$/i.test(heading)) as number;
    for (const row of rows.slice(1)) row[at] = '90';
    const text = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');
    expect((await save(text)).body).toEqual({ saved: 2 });
    expect((await marks()).map((mark) => [mark.marks, mark.comments])).toEqual([
      [90, ''],
      [90, '=1+1'],
    ]);
    expect((await readAuditLog({ context }))[0]).toMatchObject({
      act: 'export-mark-sheet',
      subject: 'OURS',
      after: { task: 'week-1', format },
    });
  },
);

test('what Canvas and Moodle write themselves', async () => {
  const { students, check } = await makeClass(1);
  const { email } = students[0] as { email: string };
  const canvas = [
    'Student,ID,SIS User ID,SIS Login ID,Section,Week 2 (12),Week 1 (11)',
    '    Points Possible,,,,,100,100',
    `"0, Student",7,,${email},A,10,75.50`,
    '"Student, Test",8,,abc,A,,',
  ].join('\n');
  const moodle = [
    'First name,Last name,ID number,Email address,Assignment: Week 1 (Real),Course total (Real)',
    `Student,0,,${email},75.50,75.50`,
  ].join('\n');
  for (const text of [canvas, moodle]) {
    const { rows, counts } = (await check(text)).body;
    expect(counts).toEqual({ new: 1, changed: 0, unchanged: 0, wrong: 0 });
    expect(rows[0].cells).toContainEqual(expect.objectContaining({ field: 'marks', value: '75.5' }));
  }
  const outOf10 = canvas.replace('100,100', '10,10');
  expect(await check(outOf10)).toMatchObject({
    status: 400,
    body: { message: 'These marks are out of 10. The portal needs marks out of 100.' },
  });
});

test('rows between headings and people, signs of absence, marks and emails as people write them', async () => {
  const { students, check } = await makeClass(4);
  const [a = '', b = '', c = '', d = ''] = students.map(({ email }) => email);
  const canvas = [
    'Student,ID,SIS Login ID,Section,Week 1 (11)',
    ',,,,Manual Posting',
    '    Points Possible,,,,100',
    `"0, Student",7,<${a.toUpperCase()}>,A,60/100`,
    `"1, Student",7,${b},A,"लोग ६०"`,
    '"Student, Test",8,abc,A,0',
    'Overall average,,,,60',
  ];
  const { rows } = (await check(canvas.join('\n'))).body;
  expect(rows.map((row: MarkRow) => [row.line, row.state])).toEqual([
    [4, 'new'],
    [5, 'wrong'],
  ]);
  canvas[2] = canvas[2]!.replace('100', '200');
  expect((await check(canvas.join('\n'))).body.message).toContain('out of 200');

  // A quotation mark alone spoils no other row.
  const typed = `\uFEFFemail\tmarks\tcomments\r\n${a}\t६०.\t"good\r\n${b}\t–\t\r\n${c}\tAbsent\t\r\nAsha <${d}>\t+70\t"well ""done"", Asha"\r\n`;
  const read = (await check(typed)).body;
  expect(read.counts).toEqual({ new: 2, changed: 0, unchanged: 2, wrong: 0 });
  const valuesOf = ({ cells }: MarkRow) => cells.flatMap(({ cell, value }) => (cell === null ? [] : [value]));
  expect(read.rows.map(valuesOf)).toEqual([
    [a, '60', '"good'],
    [b, '–', ''],
    [c, 'Absent', ''],
    [d, '70', 'well "done", Asha'],
  ]);

  const errors = `email,marks,comments\n${a},60,#REF!`;
  expect(faultsOf((await check(errors)).body.rows)).toEqual([
    'C2: This cell contains an error: #REF!. Correct the formula, or type the value.',
  ]);
});

test("Moodle's percentages count, beside points; its feedback is read as text and written as HTML", async () => {
  const { context, students, check, save, marks, take } = await makeClass(2);
  const [a, b] = students.map(({ email }) => email);
  const grades = [
    'Email address,Assignment: Week 1 (Real),Assignment: Week 1 (Percentage),Assignment: Week 1 (Letter)',
    `${a},7.10,71.00 %,C`,
    `${b},-,-,-`,
  ].join('\n');
  expect((await save(grades)).body).toEqual({ saved: 1 });
  expect((await marks()).map((mark) => mark.marks)).toEqual([71]);
  expect(await check(grades.replace('71.00 %', '17.00 %'))).toMatchObject({
    status: 400,
    body: {
      message:
        'The columns "Assignment: Week 1 (Percentage)" and "Assignment: Week 1 (Real)" contradict each other in row 2: 17.00 % and 7.10. Delete one of the columns.',
    },
  });

  const html = '<p dir=""ltr"">Good &amp; <b>clear</b>.<br></p><ul><li>Tests</li></ul>';
  const worksheet = [
    'Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Feedback comments',
    `Participant 123,Student 0,${a},Submitted,71.00,100.00,Yes,"${html}"`,
  ].join('\n');
  expect((await save(worksheet)).body).toEqual({ saved: 1 });
  expect((await marks())[0]?.comments).toBe('Good & clear.\n\n- Tests');
  const written = await take('moodle');
  expect(written).toContain('<p>Good &amp; clear.</p><p>- Tests</p>');
  expect((await check(written)).body.counts).toMatchObject({ unchanged: 2, wrong: 0 });
  // Elsewhere it is somebody's own text.
  await buildMark(context, { submission_id: students[1]?.submission as number, comments: 'Close <p>' });
  expect((await check(`email,marks,comments\n${b},80,Close <p>`)).body.rows[0].cells).toContainEqual(
    expect.objectContaining({ field: 'comments', value: 'Close <p>' }),
  );
});

test('a sheet without its columns, or without rows, is refused with what to do; chosen columns are taken', async () => {
  const { students, check } = await makeClass(1);
  const messageOf = async (text: string) => (await check(text)).body.message as string;
  expect(await messageOf('name,marks\nAsha,5')).toBe('Choose the column with the email addresses.');
  expect(await messageOf('email,remarks\na@example.test,x')).toBe('Choose the column with the marks.');
  expect(await messageOf(' ')).toBe('Paste the rows of the spreadsheet, or pick a CSV file');
  expect(await messageOf('email,marks')).toBe('The spreadsheet has no rows below its headings.');
  const chosen = await check(`a,b\n${students[0]?.email},50`, { columns: ['email', 'marks'] });
  expect(chosen.body.counts).toMatchObject({ new: 1 });
});
