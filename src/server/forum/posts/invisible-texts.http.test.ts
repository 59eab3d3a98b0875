import { expect, test } from 'vitest';
import { buildMentor, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

test('what shows nothing is no question, no comment, no name; a student may really have a mentor’s name', async () => {
  const { context, as, nobody } = await makeTestApp();
  const student = await buildStudent(context);
  await buildMentor(context, [student.batch_id as number], { name: 'Anjali Menon' });
  const client = await as(student);
  const forum = `/api/discussion/discussion/${student.email}`;
  for (const nothing of ['\u3164', '\u2800 \u200B', '\u200D'])
    expect(await client.post(`${forum}/question`, { question: nothing }), nothing).toMatchObject({
      status: 400,
      body: { message: 'The question is empty' },
    });
  const { body } = await client.post(`${forum}/question`, { question: 'Why?' });
  const { _id: id } = body.questions[0];
  expect((await client.post(`${forum}/question/${id}/answer`, { answer: '\uFFA0' })).status).toBe(400);
  expect((await client.post(`${forum}/question/${id}/answer`, { answer: '👩‍💻' })).status).toBe(201);

  const fields = { email: 'a@x.test', password: 'secret1', phone: '9876543210', batch: 'X' };
  const signUp = async (name: string) => (await nobody.post('/api/auth/signup', { ...fields, name })).status;
  for (const name of ['Anjali Menon\u3164', 'Anjali\u2800Menon', 'Anjali\u200D Menon', '\u3164'])
    expect(await signUp(name), name).toBe(400);
  expect(await signUp('Anjali Menon')).toBe(201);
});
