import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { buildBatch, buildCourse, buildProject } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const dayMs = 24 * 3_600_000;

/** A client that knows the specification's table of calls and nothing else: plain HTTP and a cookie jar. */
function makeOldClient(base: string) {
  let cookie = '';
  return async (method: string, path: string, payload?: object | FormData) => {
    const isForm = payload instanceof FormData;
    const response = await fetch(base + path, {
      method,
      headers: { cookie, ...(payload && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(payload ? { body: isForm ? payload : JSON.stringify(payload) } : {}),
    });
    const set = response.headers.getSetCookie()[0];
    if (set !== undefined) cookie = set.split(';')[0] as string;
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}

test('a client of the specification completes the journey unchanged', async () => {
  const { app, context, clock } = await makeTestApp();
  const course = await buildCourse(context, { name: 'Full Stack Web Development (MERN)' });
  await buildBatch(context, { name: 'MERN-2026-11', course_id: course.id });
  await buildProject(context, { id: 'P001', course_id: course.id, name: 'Clinic tokens' });
  await buildProject(context, { id: 'P002', course_id: course.id });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const call = makeOldClient(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);

  const email = 'asha@example.test';
  const password = 'secret1';
  const signup = { name: 'Asha Nair', email, password, phone: '9876543210', batch: 'mern 2026-11' };
  expect((await call('POST', '/api/auth/signup', { ...signup, batch: 'MERN-2026-11' })).status).toBe(201);
  expect((await call('POST', '/api/auth/login', { email, password: 'wrong!' })).body.message).not.toBe(
    'Login successful',
  );
  expect((await call('POST', '/api/auth/login', { email, password })).body.message).toBe('Login successful');

  const { body: student } = await call('GET', `/api/students/studentCourse/${email}`);
  expect(student).toMatchObject({
    s_id: email,
    s_name: 'Asha Nair',
    s_course: course.name,
    s_exitscore: null,
  });
  const { body: available } = await call(
    'GET',
    `/api/students/availableProjects/${encodeURIComponent(student.s_course)}`,
  );
  expect(available.map(({ id }: { id: string }) => id)).toEqual(['P001', 'P002']);
  const { body: details } = await call('GET', `/api/projects/projects/${available[0].id}`);
  expect(details[0]).toMatchObject({ id: 'P001', name: 'Clinic tokens', overview: ['Plan', 'Build'] });
  expect(Object.keys(details[0])).toEqual(
    expect.arrayContaining([
      'backgroundImage',
      'project_url',
      'details',
      'prerequisiteKnowledge',
      'jobOpportunities',
    ]),
  );

  const choice = {
    sp_id: email,
    sp_name: student.s_name,
    p_id: 'P001',
    p_name: 'Clinic tokens',
    start_date: new Date().toISOString(),
  };
  expect((await call('POST', '/api/students/selectProject', choice)).status).toBe(201);
  expect((await call('POST', '/api/students/selectProject', { ...choice, p_id: 'P002' })).status).toBe(200);
  const { body: chosen } = await call('GET', `/api/students/studentswithprojects/${email}`);
  const start = new Date(clock.now()).toISOString();
  expect(chosen[0]).toEqual({
    sp_id: email,
    sp_name: 'Asha Nair',
    p_id: 'P001',
    p_name: 'Clinic tokens',
    start_date: start,
  });

  const discussion = `/api/discussion/discussion/${email}`;
  const asked = await call('POST', `${discussion}/question`, { question: 'Which Node version?' });
  const id = asked.body.questions.at(-1)._id;
  await call('POST', `${discussion}/question/${id}/answer`, { answer: 'The one of the course.' });
  await call('PUT', `${discussion}/question/${id}`, { questionText: 'Which Node version do we use?' });
  const { body: listed } = await call('GET', discussion);
  expect(listed.questions).toMatchObject([
    { _id: id, question: 'Which Node version do we use?', answers: ['The one of the course.'] },
  ]);
  await call('DELETE', `${discussion}/question/${id}`);
  expect((await call('GET', discussion)).body.questions).toEqual([]);

  const work = (fields: Record<string, string>, name: string) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('files', new Blob(['my work']), name);
    return form;
  };
  const week = { selectedWeek: '1', links: 'https://example.test', comments: 'Done' };
  expect((await call('POST', `/api/students/uploadWeek/${email}`, work(week, 'week.zip'))).status).toBe(403);
  clock.advance(28 * dayMs);
  // Nobody came for four weeks: the session has ended meanwhile.
  expect((await call('POST', '/api/auth/login', { email, password })).status).toBe(200);
  const submitted = await call('POST', `/api/students/uploadWeek/${email}`, work(week, 'week.zip'));
  expect(submitted.status).toBe(201);
  expect(submitted.body.message).toBe('Congrats!!! You have submitted your work for the week');
  const final = await call(
    'POST',
    `/api/students/uploadProject/${email}`,
    work({ links: '', comments: '' }, 'final.zip'),
  );
  expect(final.body.message).toBe('Congrats!!! Your have submitted your final project');

  const { body: references } = await call('GET', '/api/references/projects/P001');
  expect(references).toMatchObject({
    p_name: 'Clinic tokens',
    ref1: expect.any(String),
    ref4: expect.any(String),
  });
  expect((await call('GET', '/api/references/projects/P999')).status).toBe(404);
});
