import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

const tests = { name: 'tests', text: 'Please write a test.' };

/** Two mentors of a batch, one of another course, and a student of the batch with a project. */
async function makePlaces() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const other = await buildBatch(context, { name: 'THEIRS' });
  const project = await buildProject(context, { course_id: batch.course_id, id: 'P900', name: 'Shop' });
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: student.id, project_id: project.id });
  const bina = await buildMentor(context, [batch.id], { name: 'Bina' });
  const ravi = await buildMentor(context, [batch.id], { name: 'Ravi' });
  const stranger = await buildMentor(context, [other.id], { name: 'Stranger' });
  return {
    ...app,
    student,
    bina,
    ravi,
    asBina: await app.as(bina),
    asRavi: await app.as(ravi),
    asStranger: await app.as(stranger),
    office: await app.as(await buildAdministrator(context, { name: 'Office' })),
  };
}

const ofBatch = '/api/staff/phrases/shared/batch/OURS';
const ofProject = '/api/staff/phrases/shared/project/P900';

test.each([
  ['batch', ofBatch, 'OURS'],
  ['project', ofProject, 'Shop'],
])(
  'a phrase of a %s is for all its mentors: written, changed, removed, with who did so last',
  async (place, path, subject) => {
    const { asBina, asRavi, asStranger, office, ...app } = await makePlaces();
    const added = await asBina.post(path, { name: ' Tests ', text: ` ${tests.text} ` });
    expect(added.status).toBe(201);
    const { id } = added.body;
    expect(added.body).toMatchObject({ id, place, ...tests, changed_by: 'Bina' });
    const changed = await asRavi.put(`${path}/${id}`, {
      ...tests,
      text: 'Test it.',
      began: { text: tests.text },
    });
    expect(changed.body).toMatchObject({ text: 'Test it.', changed_by: 'Ravi' });
    expect((await office.get(path)).body).toEqual([changed.body]);
    for (const answer of [
      await asStranger.get(path),
      await asStranger.post(path, tests),
      await asStranger.put(`${path}/${id}`, tests),
      await asStranger.delete(`${path}/${id}`),
    ])
      expect(answer.status).toBe(403);
    expect((await office.delete(`${path}/${id}`, {}, { began: tests })).status, 'it has changed').toBe(409);
    const seen = { name: 'tests', text: 'Test it.' };
    expect((await office.delete(`${path}/${id}`, {}, { began: seen })).status).toBe(204);
    expect((await asBina.get(path)).body).toEqual([]);
    expect((await asBina.put(`${path}/${id}`, tests)).status).toBe(404);
    const log = (await readAuditLog(app)).filter(({ act }) => act === 'share-phrase');
    expect(log.map(({ before, after }) => [before, after])).toEqual([
      [null, tests],
      [tests, seen],
      [seen, null],
    ]);
    expect(log.every((line) => line.subject === subject)).toBe(true);
  },
);

test('of two who change a phrase the later is told; a name stands once in a place, and in each place', async () => {
  const { asBina, asRavi } = await makePlaces();
  const { id } = (await asBina.post(ofBatch, tests)).body;
  const put = (client: typeof asBina, text: string) =>
    client.put(`${ofBatch}/${id}`, { ...tests, text, began: { text: tests.text } });
  expect((await put(asBina, 'Hers.')).status).toBe(200);
  expect(await put(asRavi, 'His.')).toMatchObject({
    status: 409,
    body: {
      message: 'A colleague changed this phrase in the meantime. Your version is not saved yet.',
      current: { text: 'Hers.', changed_by: 'Bina' },
    },
  });
  expect(await asRavi.post(ofBatch, tests)).toMatchObject({
    status: 409,
    body: { message: 'OURS already has a shared phrase ";tests".' },
  });
  const many = await Promise.all(
    Array.from({ length: 4 }, () => asRavi.post(ofBatch, { name: 'demo', text: 'Show it.' })),
  );
  expect(many.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  expect((await asRavi.put(`${ofBatch}/${id}`, { name: 'demo', text: 'x' })).status).toBe(409);
  expect((await asRavi.post(ofProject, tests)).status).toBe(201);
  expect((await asRavi.post('/api/staff/phrases', tests)).status).toBe(201);
  expect((await asRavi.put(`${ofProject}/${id}`, tests)).status, 'of another place').toBe(404);
  expect((await asRavi.post('/api/staff/phrases/shared/course/OURS', tests)).status).toBe(400);
});

test("a student's phrases are those of the batch and of the project, only while somebody mentors the batch", async () => {
  const { asBina, asRavi, asStranger, office, student, ravi } = await makePlaces();
  await asBina.post(ofProject, { name: 'shop', text: 'Show the basket.' });
  await asBina.post(ofBatch, tests);
  await asBina.post(ofBatch, { name: 'demo', text: 'Show it.' });
  const path = `/api/staff/students/${student.email}/phrases`;
  const names = async (client: typeof asBina) =>
    (await client.get(path)).body.map(({ place, name }: { place: string; name: string }) => [place, name]);
  const all = [
    ['batch', 'demo'],
    ['batch', 'tests'],
    ['project', 'shop'],
  ];
  expect(await names(asRavi)).toEqual(all);
  expect(await names(office)).toEqual(all);
  expect((await asStranger.get(path)).status).toBe(403);
  await office.delete(`/api/staff/members/${ravi.email}/batches/OURS`);
  expect((await asRavi.get(path)).status).toBe(403);
  expect((await asRavi.get(ofBatch)).status).toBe(403);
  expect((await asRavi.get(ofProject)).status).toBe(403);
});
