import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { buildBatch, buildMentor, buildQuestion, buildStudent, buildSubmission } from '#support/factories';
import { alertOf, hiddenOf, postForm } from '#support/posted-forms';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

async function makeClass() {
  const app = await makeTestApp({ app: { pages: webBuild() } });
  const batch = await buildBatch(app.context, { name: 'MERN-2026-11' });
  const student = await buildStudent(app.context, { batch_id: batch.id });
  return { ...app, batch, student, mentor: await buildMentor(app.context, [batch.id]) };
}

test('an edit by form of what others have changed meanwhile shows both texts, and goes over it when its author says so', async () => {
  const { as, context, batch, student, mentor } = await makeClass();
  const { id: own } = await buildQuestion(context, { batch_id: batch.id, author_id: student.id });
  const id = String(own);
  const stored = () => context.database.reader.selectFrom('questions').select('text').executeTakeFirst();
  const client = await as(student);
  const edit = `/discussion/${batch.name}?edit=${id}`;
  const { body } = await client.get(edit);
  const originalText = hiddenOf(body, 'originalText') ?? '';
  expect(originalText).toBe((await stored())?.text);
  await postForm(await as(mentor), edit, { editId: id, question: 'The mentor’s words', originalText });

  const long = 'z'.repeat(limits.question + 1);
  const tooLong = await postForm(client, edit, { editId: id, question: long, originalText });
  expect(hiddenOf(tooLong.body, 'originalText'), 'what it was begun from').toBe(originalText);

  const refused = await postForm(client, edit, { editId: id, question: 'My words', originalText });
  expect(refused.status).toBe(409);
  for (const words of ['changed in the meantime', 'The mentor’s words', 'My words'])
    expect(alertOf(refused.body)).toContain(words);
  expect(refused.body).not.toContain('Update Query');
  expect(await stored()).toEqual({ text: 'The mentor’s words' });
  const fields = { editId: id, question: 'My words', originalText: 'The mentor’s words' };
  for (const [name, value] of Object.entries(fields)) expect(hiddenOf(refused.body, name)).toBe(value);
  expect((await postForm(client, edit, fields)).status).toBe(303);
  expect(await stored()).toEqual({ text: 'My words' });
});

test('a mark by form over one that was given meanwhile shows both, also where the submission is not listed any more', async () => {
  const { as, context, batch, student, mentor } = await makeClass();
  const { number } = await buildSubmission(context, { account_id: student.id });
  const stored = () =>
    context.database.reader.selectFrom('marks').select(['marks', 'comments', 'released']).executeTakeFirst();
  const client = await as(mentor);
  const original = hiddenOf((await client.get('/staff')).body, 'original') ?? '';
  expect(original).toBe('null');
  const other = await as(await buildMentor(context, [batch.id], { name: 'Devi' }));
  const theirs = { number, marks: '70', comments: 'Fair.', released: 'no', original };
  expect((await postForm(other, '/staff', theirs)).status).toBe(303);

  const mine = { number, marks: '82', comments: 'Well.', released: 'yes', original };
  const refused = await postForm(client, '/staff', mine);
  expect(refused.status).toBe(409);
  for (const words of ['marked in the meantime', 'Saved by Devi', '70', 'Fair.', '82', 'Well.'])
    expect(alertOf(refused.body)).toContain(words);
  expect(refused.body.match(/class="[^"]*_primary_/g), 'the one that keeps the other mark').toHaveLength(1);
  expect(await stored()).toMatchObject({ marks: 70 });
  const again = { ...mine, original: hiddenOf(refused.body, 'original') ?? '' };
  expect(JSON.parse(again.original)).toEqual({ marks: 70, comments: 'Fair.', released: false, rubric: null });
  expect((await postForm(client, '/staff', again)).status).toBe(303);
  expect(await stored()).toEqual({ marks: 82, comments: 'Well.', released: 1 });
  const broken = await postForm(client, '/staff', { ...mine, original: '{' });
  expect([broken.status, alertOf(broken.body)]).toEqual([
    400,
    expect.stringContaining('original must be a mark or null'),
  ]);
});
