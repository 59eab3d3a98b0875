import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildMentor,
  buildProject,
  buildStudent,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { listCatalogue } from './queries.ts';

const courseName = 'Full Stack Web Development (MERN)';
const available = (course: string) => `/api/students/availableProjects/${encodeURIComponent(course)}`;

async function makeCatalogue() {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context, { name: courseName });
  const other = await buildCourse(context, { name: 'Data Science' });
  const batch = await buildBatch(context, { course_id: course.id });
  await buildProject(context, { id: 'P010', course_id: course.id });
  await buildProject(context, {
    id: 'P002',
    course_id: course.id,
    name: 'Loan Desk',
    details: 'Lends for a cow.',
    overview: '["One","Two"]',
    prerequisite_knowledge: '["SQL"]',
    job_opportunities: '["Tester"]',
    background_image: '/images/loan.svg',
    project_url: '/documents/loan.html',
  });
  await buildProject(context, { id: 'P001', course_id: other.id });
  const student = await buildStudent(context, { batch_id: batch.id });
  return { ...app, course, other, batch, client: await app.as(student) };
}

test('a course’s projects come by id, as cards', async () => {
  const { client } = await makeCatalogue();
  const answer = await client.get(available(courseName));
  expect(answer.status).toBe(200);
  expect(answer.body.map(({ id }: { id: string }) => id)).toEqual(['P002', 'P010']);
  expect(answer.body[0]).toEqual({
    id: 'P002',
    name: 'Loan Desk',
    course: courseName,
    details: 'Lends for a cow.',
    backgroundImage: '/images/loan.svg',
  });
});

test('students see their own course by its exact name, staff every one', async () => {
  const { client, as, context, batch, nobody } = await makeCatalogue();
  for (const course of ['Data Science', 'Unknown', courseName.toLowerCase(), ` ${courseName}`]) {
    expect((await client.get(available(course))).status, course).toBe(403);
  }
  const waiting = await as(await buildStudent(context, { batch_id: null }));
  expect((await waiting.get(available(courseName))).status).toBe(403);
  for (const account of [await buildMentor(context, [batch.id]), await buildAdministrator(context)]) {
    const staff = await as(account);
    expect((await staff.get(available('Data Science'))).body).toHaveLength(1);
    expect(await staff.get(available('Unknown'))).toMatchObject({ status: 200, body: [] });
  }
  expect((await nobody.get(available(courseName))).status).toBe(401);
});

test('one project comes as a list of one, with its lists', async () => {
  const { client, nobody } = await makeCatalogue();
  expect((await client.get('/api/projects/projects/P002')).body).toEqual([
    {
      id: 'P002',
      name: 'Loan Desk',
      course: courseName,
      details: 'Lends for a cow.',
      overview: ['One', 'Two'],
      prerequisiteKnowledge: ['SQL'],
      jobOpportunities: ['Tester'],
      backgroundImage: '/images/loan.svg',
      project_url: '/documents/loan.html',
    },
  ]);
  for (const id of ['P999', "P002' or '1'='1", '%25', '__proto__']) {
    expect(await client.get(`/api/projects/projects/${id}`), id).toMatchObject({ status: 200, body: [] });
  }
  expect((await nobody.get('/api/projects/projects/P002')).status).toBe(401);
});

test('a reference record has four references; an unknown project has none', async () => {
  const { client, nobody } = await makeCatalogue();
  expect((await client.get('/api/references/projects/P002')).body).toEqual({
    p_id: 'P002',
    p_name: 'Loan Desk',
    ref1: 'https://example.test/1',
    ref2: 'https://example.test/2',
    ref3: 'https://example.test/3',
    ref4: 'https://example.test/4',
  });
  expect(await client.get('/api/references/projects/P999')).toMatchObject({
    status: 404,
    body: { code: 'not_found', message: 'Project not found!' },
  });
  expect((await nobody.get('/api/references/projects/P002')).status).toBe(401);
});

test('Home lists what one can build, course by course, with the beginning of the details', async () => {
  const { context, other } = await makeCatalogue();
  await buildProject(context, { id: 'P003', course_id: other.id, details: 'A word and '.repeat(40) });
  const catalogue = await listCatalogue(context.database);
  expect(catalogue.map(({ id }) => id)).toEqual(['P002', 'P010', 'P001', 'P003']);
  expect(catalogue[0]).toMatchObject({ course: courseName, details: 'Lends for a cow.' });
  expect(catalogue[3]?.details.length).toBeLessThanOrEqual(171);
  expect(catalogue[3]?.details).toMatch(/(A word and )+A( word)?( and)?…$/);
});

test('an id is found in any case, an exact one first', async () => {
  const { client, context, course } = await makeCatalogue();
  await buildProject(context, { id: 'p002', course_id: course.id, name: 'Small letters' });
  await buildProject(context, { id: 'Web-1', course_id: course.id, name: 'Mixed letters' });
  for (const [typed, id] of [
    ['P002', 'P002'],
    ['p002', 'p002'],
    ['p001', 'P001'],
    ['p010', 'P010'],
    ['wEB-1', 'Web-1'],
  ]) {
    const [project] = (await client.get(`/api/projects/projects/${typed}`)).body;
    expect(project?.id, `project ${typed}`).toBe(id);
    const record = (await client.get(`/api/references/projects/${typed}`)).body;
    expect(record.p_id, `references of ${typed}`).toBe(id);
  }
  expect((await client.get('/api/projects/projects/p00')).body).toEqual([]);
});
