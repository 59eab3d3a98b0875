import path from 'node:path';
import { expect, test } from 'vitest';
import {
  buildBatch,
  buildCourse,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { batch, courses, importFiles, makeImportFolder, refusalOf } from '#support/import-folder';
import { makeLibreOfficeXlsx } from '#support/libreoffice-xlsx';
import { makeTestApp, makeTestContext, type TestApp } from '#support/test-app';
import { confirmAccount } from '../confirm-account.ts';
import { importSources } from '../../catalogue/import/import-sources.ts';
import { readSources } from '../../catalogue/import/read-sources.ts';

const email = 'asha@example.test';
const header = 'email,batch,exit_score,grade\n';
const people = (...lines: string[]) => ({ 'people.csv': header + lines.join('\n') });

async function courseOf(app: TestApp, student: { id: number; email: string }) {
  const { body } = await (await app.as(student)).get(`/api/students/studentCourse/${student.email}`);
  return { course: body.s_course, score: body.s_exitscore, grade: body.s_grade };
}

test('an address that is not confirmed gets nothing until it is, then everything', async () => {
  const app = await makeTestApp();
  await importFiles(app.context, { 'courses.yaml': courses, 'batches.yaml': batch('WEB-1') });
  const student = await buildStudent(app.context, { email, batch_id: null, confirmed_at: null });
  expect(await importFiles(app.context, people(`Asha@Example.test,web-1,72.5,B+`))).toEqual({
    people: '1/0/0',
  });
  expect(await courseOf(app, student)).toEqual({ course: null, score: null, grade: null });
  const confirmed = await confirmAccount(app.context, ' ASHA@example.test');
  expect(confirmed).toMatchObject({
    wasConfirmed: false,
    after: { batch: 'WEB-1', exit_score: 72.5, grade: 'B+' },
  });
  expect(await courseOf(app, student)).toEqual({ course: 'Web Development', score: 72.5, grade: 'B+' });
  expect(await confirmAccount(app.context, email)).toMatchObject({ wasConfirmed: true });
});

test('whoever signs up with an address of which something is known gets nothing of it', async () => {
  const app = await makeTestApp();
  await importFiles(app.context, {
    'courses.yaml': courses,
    'batches.yaml': batch('WEB-1') + batch('WEB-2', '  default: true\n'),
    ...people(`${email},WEB-1,91,A`),
  });
  const fields = { name: 'Mallory', email, password: 'secret1', phone: '5550100199', batch: 'WEB-2' };
  expect((await app.nobody.post('/api/auth/signup', fields)).status).toBe(201);
  const { id } = await app.context.database.reader
    .selectFrom('accounts')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow();
  expect(await courseOf(app, { id, email })).toEqual({ course: 'Web Development', score: null, grade: null });
  const session = (await (await app.as({ id })).get('/api/auth/session')).body.student;
  expect(session.batch).toBe('WEB-2');
});

test('a confirmed address gets it at once; empty cells leave what is there; a second time changes nothing', async () => {
  const app = await makeTestApp();
  const student = await buildStudent(app.context, { email, batch_id: null });
  await importFiles(app.context, { 'courses.yaml': courses, 'batches.yaml': batch('WEB-1') });
  const first = people(`${email},WEB-1,40,`);
  expect(await importFiles(app.context, first)).toEqual({ people: '1/0/0' });
  expect(await importFiles(app.context, first)).toEqual({ people: '0/0/1' });
  expect(await importFiles(app.context, { 'people.csv': `grade,email\nC,${email}\n` })).toEqual({
    people: '0/1/0',
  });
  expect(await courseOf(app, student)).toEqual({ course: 'Web Development', score: 40, grade: 'C' });
  const log = await app.context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'import-person')
    .selectAll()
    .orderBy('id')
    .execute();
  const [nothing, first40, withGrade] = [
    { batch: null, exit_score: null, grade: null },
    { batch: 'WEB-1', exit_score: 40, grade: null },
    { batch: 'WEB-1', exit_score: 40, grade: 'C' },
  ];
  expect(
    log.map(({ actor_id, subject, before, after }) => [
      actor_id,
      subject,
      JSON.parse(before ?? 'null'),
      JSON.parse(after ?? 'null'),
    ]),
  ).toEqual([
    [null, email, nothing, first40],
    [null, email, first40, withGrade],
  ]);
});

test('people may come in the same folder as their batch', async () => {
  const app = await makeTestContext();
  const all = { 'courses.yaml': courses, 'batches.yaml': batch('WEB-1'), ...people(`${email},WEB-1,70,A`) };
  expect(await importFiles(app.context, all)).toEqual({
    courses: '2/0/0',
    batches: '1/0/0',
    people: '1/0/0',
  });
});

test.each([
  [`${email},NOPE,70,A`, `people.csv:2:19: unknown batch "NOPE"; known: WEB-1`],
  [`${email},WEB-1,101,A`, `people.csv:2:25: "exit_score" must be a number from 0 to 100, or empty`],
  [`${email},WEB-1,7O%,A`, `people.csv:2:25: "exit_score" must be a number from 0 to 100, or empty`],
  [`${email},WEB-1,-1,A`, `people.csv:2:25: "exit_score" must be a number from 0 to 100, or empty`],
  [`${email},WEB-1,70,${'A'.repeat(21)}`, `people.csv:2:28: "grade" must have at most 20 characters`],
  [`asha,WEB-1,70,A`, `people.csv:2:1: "email" must be an email address`],
  [`${email},,,\nASHA@example.test,,,`, `people.csv:3:1: ${email} appears twice`],
  [`mentor@example.test,,,`, `people.csv:2:1: mentor@example.test is a mentor, not a student`],
])('%j is refused with its line', async (line, fault) => {
  const app = await makeTestContext();
  await importFiles(app.context, { 'courses.yaml': courses, 'batches.yaml': batch('WEB-1') });
  await buildMentor(app.context, [], { email: 'mentor@example.test' });
  expect(await refusalOf(app.context, people(line))).toEqual([fault]);
  expect(await app.context.database.reader.selectFrom('imported_people').selectAll().execute()).toEqual([]);
});

test('a line that fails keeps the others out too', async () => {
  const app = await makeTestApp();
  const student = await buildStudent(app.context, { email });
  await refusalOf(app.context, people(`${email},,99,A`, 'other@example.test,,x,'));
  expect(await courseOf(app, student)).toMatchObject({ score: null, grade: null });
});

test('a former address is nobody’s to import, until its account has it again', async () => {
  const app = await makeTestContext();
  const { context } = app;
  const student = await buildStudent(context, { email: 'present@example.test' });
  const left = (address: string) => ({ email: address, account_id: student.id, left_at: 0 });
  await context.database.transaction((writer) =>
    writer
      .insertInto('former_emails')
      .values([left('former@example.test'), left('present@example.test')])
      .execute(),
  );
  expect(await refusalOf(context, people('present@example.test,,71,', 'former@example.test,,71,'))).toEqual([
    'people.csv:3:1: former@example.test is a former email of another person',
  ]);
  expect(await importFiles(context, people('present@example.test,,71,'))).toEqual({ people: '1/0/0' });
});

test('who has chosen a project stays in batches of its course', async () => {
  const app = await makeTestContext();
  const { context } = app;
  const [web, data] = [
    await buildCourse(context, { name: 'Web' }),
    await buildCourse(context, { name: 'Data' }),
  ];
  const home = await buildBatch(context, { name: 'W1', course_id: web.id });
  await buildBatch(context, { name: 'W2', course_id: web.id });
  await buildBatch(context, { name: 'D1', course_id: data.id });
  const student = await buildStudent(context, { email, batch_id: home.id });
  const project = await buildProject(context, { id: 'P001', course_id: web.id });
  await buildSelection(context, { account_id: student.id, project_id: project.id });
  expect(await refusalOf(context, people('someone@example.test,D1,,', `${email},D1,,`))).toEqual([
    'people.csv:3:19: the student has chosen P001 of "Web" and cannot move to D1, a batch of another course',
  ]);
  expect(await importFiles(context, people(`${email},W2,,`))).toEqual({ people: '1/0/0' });
});

test('a thousand people take a handful of statements, not thousands', async () => {
  const app = await makeTestContext();
  const lines = Array.from({ length: 1_200 }, (_, index) => `person${index}@example.test,,${index % 100},A`);
  expect(await importFiles(app.context, people(...lines))).toEqual({ people: '1200/0/0' });
  expect(await importFiles(app.context, people(...lines))).toEqual({ people: '0/0/1200' });
});

test('people.csv takes what spreadsheets save: other separators, encodings and headings, names and phones', async () => {
  const app = await makeTestContext();
  await importFiles(app.context, { 'courses.yaml': courses, 'batches.yaml': batch('WEB-1') });
  const sheet = `E-Mail ID;Student Name;Mobile No.;Batch\r\n${email};Zoë Ünal;+91 98765 43210;web-1\r\n`;
  expect(await importFiles(app.context, { 'people.csv': Buffer.from(sheet, 'latin1') })).toEqual({
    people: '1/0/0',
  });
  const row = await app.context.database.reader.selectFrom('imported_people').selectAll().executeTakeFirst();
  expect(row).toMatchObject({ email, name: 'Zoë Ünal', phone: '9876543210' });
  expect(await importFiles(app.context, people(`${email},,90,`))).toEqual({ people: '0/1/0' });
  const after = await app.context.database.reader
    .selectFrom('imported_people')
    .selectAll()
    .executeTakeFirst();
  expect(after).toMatchObject({ name: 'Zoë Ünal', exit_score: 90 });
  expect(
    await refusalOf(app.context, { 'people.csv': `email;phone;name\n${email};123;www.x.test\n` }),
  ).toEqual([
    'people.csv:2:19: "phone" must be a phone number of ten digits, or empty',
    'people.csv:2:23: "name" must be a name on one line, with letters, without a web or email address',
  ]);
});

test('a list takes the headings and columns that the screen takes, under a title, XLSX as well, whatever its name', async () => {
  const app = await makeTestContext();
  const { context } = app;
  await importFiles(context, { 'courses.yaml': courses, 'batches.yaml': batch('WEB-1') });
  const importOne = async (name: string, body: string | Buffer) =>
    importSources(context, await readSources(path.join(makeImportFolder({ [name]: body }), name)));
  const csv = `Intake 2026\nSl No|Student Name|School Name|Mail ID|Mobile|Cohort|Marks %|Remarks\n1|Asha Rao|GHSS|${email}|7823296038.0|web-1|78%|\n|||||||total\n`;
  await importOne('intake november.csv', csv);
  const person = () => context.database.reader.selectFrom('imported_people').selectAll().executeTakeFirst();
  expect(await person()).toMatchObject({
    name: 'Asha Rao',
    phone: '7823296038',
    exit_score: 78,
    grade: null,
  });
  const sheet = makeLibreOfficeXlsx([
    { cells: [{ value: 'Email' }, { value: 'Exam %' }, { value: 'Fee' }] },
    { cells: [{ value: email }, { value: 0.81, format: '0%' }, { value: null, formula: 'A1' }] },
  ]);
  await importOne('list.xlsx', sheet);
  expect(await person()).toMatchObject({ exit_score: 81 });
  expect(await importFiles(context, { 'people.xlsx': sheet })).toEqual({ people: '0/0/1' });
});

test.each([
  [
    `Email,Score\n${email},#N/A\n`,
    `people.csv:2:19: "exit_score": This cell contains an error: #N/A. Correct the formula, or type the value.`,
  ],
  [`Email,Score\n"${email},",50\n`, 'people.csv:2:1: "email" must be an email address'],
  [`Email,Mail ID\n${email},b@x.test\n`, 'people.csv:1:7: the column "email" appears twice'],
  [
    `Name,Score\nAsha,50\n`,
    'people.csv:1:1: the column "email" is missing; known: email, batch, exit_score, grade, name, phone',
  ],
  [`Email,Name\n${email},Rao, Asha\n`, 'people.csv:2:23: has 3 cells; the header has 2'],
])('the list %j is refused with the place', async (text, fault) => {
  const { context } = await makeTestContext();
  expect(await refusalOf(context, { 'people.csv': text })).toEqual([fault]);
});

test('an archivedd batch takes nobody by a file; whoever is in it, or waits for it, stays', async () => {
  const app = await makeTestApp();
  const batches = (more: string) => batch('WEB-1', more) + batch('WEB-2');
  await importFiles(app.context, {
    'courses.yaml': courses,
    'batches.yaml': batches(''),
    ...people('waits@x.test,WEB-1,,', 'moves@x.test,WEB-2,,'),
  });
  const refused = await refusalOf(app.context, {
    'batches.yaml': batches('  retired: true\n'),
    ...people('waits@x.test,WEB-1,40,', 'moves@x.test,WEB-1,,', 'fresh@x.test,web-1,,'),
  });
  expect(refused).toEqual([
    expect.stringMatching(/^people\.csv:3:.*WEB-1 is archived, so nobody can join it/),
    expect.stringMatching(/^people\.csv:4:.*WEB-1 is archived, so nobody can join it/),
  ]);
  const rest = { 'batches.yaml': batches('  retired: true\n'), ...people('waits@x.test,WEB-1,40,') };
  expect(await importFiles(app.context, rest)).toMatchObject({ people: '0/1/0' });
});
