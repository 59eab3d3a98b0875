import { expect, test } from 'vitest';
import { serverMessages } from '../platform/http/server-messages.ts';
import { buildAdministrator, buildBatch, buildCourse, buildStudent } from '#support/factories';
import { importFiles, refusalOf } from '#support/import-folder';
import { makeTestApp } from '#support/test-app';
import { listCatalogue } from '../projects/queries.ts';
import { catalogueEntries } from './catalogue-entries.ts';

const web = 'Web Development';
const available = `/api/students/availableProjects/${encodeURIComponent(web)}`;
const entryAt = '/api/staff/catalogue/projects/P001';
const nothing = {
  details: '',
  overview: [],
  prerequisiteKnowledge: [],
  jobOpportunities: [],
  backgroundImage: '',
  project_url: '',
  ref1: '',
  ref2: '',
  ref3: '',
  ref4: '',
};

async function makeOffice() {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context, { name: web });
  const batch = await buildBatch(context, { course_id: course.id, name: 'WEB-1' });
  const student = await buildStudent(context, { batch_id: batch.id });
  const client = await app.as(student);
  const office = await app.as(await buildAdministrator(context));
  const add = (more: object = {}) =>
    office.post('/api/staff/catalogue/projects', { id: 'P001', name: 'Boats', course: web, ...more });
  const choose = () => client.post('/api/students/selectProject', { sp_id: student.email, p_id: 'P001' });
  const listed = async () =>
    (await office.get('/api/staff/catalogue')).body.courses[0].projects as { id: string; ready: boolean }[];
  return { ...app, office, client, student, batch, add, choose, listed };
}

test('a project needs a name and a course; what is absent is an empty text, here and for students', async () => {
  const { add, client, office } = await makeOffice();
  const added = await add();
  expect(added).toMatchObject({ status: 201, body: { ...nothing, id: 'P001', name: 'Boats', seats: null } });
  expect((await office.get(entryAt)).body).toEqual(added.body);
  const [project] = (await client.get('/api/projects/projects/P001')).body;
  const { ref1, ref2, ref3, ref4, ...shown } = nothing;
  expect(project).toEqual({ ...shown, id: 'P001', name: 'Boats', course: web });
  const references = { ref1, ref2, ref3, ref4 };
  expect((await client.get('/api/references/projects/P001')).body).toEqual({
    p_id: 'P001',
    p_name: 'Boats',
    ...references,
  });
  for (const missing of [{ name: ' ' }, { course: '' }, { id: '' }])
    expect((await add(missing)).status, JSON.stringify(missing)).toBe(400);
});

test('it is offered once it has details, and no longer without them; whoever chose it keeps it', async () => {
  const { add, client, choose, listed, office, as, batch, context } = await makeOffice();
  await add({ ref2: 'https://example.test/2' });
  const ids = async () => (await client.get(available)).body.map(({ id }: { id: string }) => id);
  expect(await ids()).toEqual([]);
  expect(await listed()).toMatchObject([{ id: 'P001', ready: false }]);
  expect(await choose()).toMatchObject({
    status: 400,
    body: { message: serverMessages.projectIncomplete },
  });
  const put = (body: object) => office.put(entryAt, { name: 'Boats', course: web, ...body });
  expect(await put({ details: ' Rows a boat. ' })).toMatchObject({
    status: 200,
    body: { ...nothing, details: 'Rows a boat.', ref2: 'https://example.test/2' },
  });
  expect(await ids()).toEqual(['P001']);
  expect(await listed()).toMatchObject([{ ready: true }]);
  expect((await choose()).status).toBe(201);
  expect((await put({ details: '' })).status).toBe(200);
  expect(await ids()).toEqual([]);
  expect((await choose()).status).toBe(200);
  const later = await buildStudent(context, { batch_id: batch.id });
  const refused = await (
    await as(later)
  ).post('/api/students/selectProject', {
    sp_id: later.email,
    p_id: 'p001',
  });
  expect(refused.body.message).toBe(serverMessages.projectIncomplete);
});

test('the home page and the list of first steps count it from then on', async () => {
  const { add, office, context } = await makeOffice();
  await add();
  const onHomePage = async () => (await listCatalogue(context.database)).length;
  const step = async () =>
    (await office.get('/api/staff/office')).body.steps.find(
      ({ step }: { step: string }) => step === 'project',
    ).done;
  expect([await step(), await onHomePage()]).toEqual([false, 0]);
  await office.put(entryAt, { name: 'Boats', course: web, details: 'Rows.' });
  expect([await step(), await onHomePage()]).toEqual([true, 1]);
});

test('an import takes a name and a course, leaves absent fields, and reads its export back', async () => {
  const { context } = await makeOffice();
  const file = (text: string) => ({ 'projects.yaml': text });
  const first = `- id: P001\n  name: Boats\n  course: ${web}\n`;
  expect(await importFiles(context, file(`${first}  ref1:\n  ref3: https://example.test/3\n`))).toMatchObject(
    {
      projects: '1/0/0',
    },
  );
  expect(await importFiles(context, file(first))).toMatchObject({ projects: '0/0/1' });
  expect(await importFiles(context, file(`${first}  ref3: ""\n  overview: ~\n`))).toMatchObject({
    projects: '0/1/0',
  });
  const files: Record<string, string | Buffer> = {};
  for await (const { name, body } of catalogueEntries(context)) files[name] = body;
  expect(String(files['projects.yaml'])).toContain('ref3: ""\n');
  expect(String(files['projects.yaml'])).not.toContain('null');
  expect(await importFiles(context, files)).toMatchObject({ projects: '0/0/1' });
  const empty = await makeTestApp();
  expect(await importFiles(empty.context, files)).toMatchObject({ projects: '1/0/0' });
  expect(await refusalOf(context, file(`- id: P002\n  course: ${web}\n`))).toEqual([
    'projects.yaml:1:3: "name" is missing; it must be a text of 1 to 200 characters',
  ]);
});
