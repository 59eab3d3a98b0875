import { expect, test } from 'vitest';
import { buildBatch, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

async function makeEditedQuestion() {
  const app = await makeTestApp();
  const { context, clock } = app;
  const batch = await buildBatch(context);
  const author = await buildStudent(context, { batch_id: batch.id, name: 'Asha' });
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  const { id } = await buildQuestion(context, { batch_id: batch.id, author_id: author.id, text: 'Why?' });
  const client = await app.as(author);
  const mentorUrl = `/api/discussion/discussion/${encodeURIComponent(batch.name)}/question/${id}`;
  clock.advance(60_000);
  expect((await mentor.put(mentorUrl, { questionText: 'Why so?' })).status).toBe(200);
  const editedAt = clock.now();
  clock.advance(60_000);
  const url = `/api/discussion/discussion/${author.email}/question/${id}`;
  return {
    editedAt,
    edit: (body: object, headers?: Record<string, string>) => client.put(url, body, headers),
    stored: () =>
      context.database.reader.selectFrom('questions').select(['text', 'edited_at']).executeTakeFirstOrThrow(),
    keys: () => context.database.reader.selectFrom('idempotency_keys').select('kind').execute(),
  };
}

test('an edit begun from a text that has changed since shows what stands there now, and changes nothing', async () => {
  const { edit, stored, editedAt, keys } = await makeEditedQuestion();
  const before = await stored();
  const answer = await edit({ questionText: 'Why not?', originalText: 'Why?' }, { 'idempotency-key': 'k1' });
  expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', request_id: expect.any(String) } });
  expect(answer.body.message).toContain('changed in the meantime');
  expect(answer.body.current).toEqual({
    text: 'Why so?',
    editedAt: new Date(editedAt).toISOString(),
    author: 'Asha',
    format: 'plain',
  });
  expect(await stored()).toEqual(before);
  expect(await keys()).toEqual([]);
});

test('with both texts seen the edit is taken, also under the same key', async () => {
  const { edit, stored } = await makeEditedQuestion();
  const key = { 'idempotency-key': 'k1' };
  await edit({ questionText: 'Why not?', originalText: 'Why?' }, key);
  expect((await edit({ questionText: 'Why not?', originalText: 'Why so?' }, key)).status).toBe(200);
  expect(await stored()).toMatchObject({ text: 'Why not?' });
});

test('an edit whose answer got lost is no conflict with itself, with a key and without', async () => {
  const { edit, stored, editedAt } = await makeEditedQuestion();
  expect((await edit({ questionText: 'Why so?', originalText: 'Why?' })).status).toBe(200);
  expect(await stored(), 'nobody edited').toEqual({ text: 'Why so?', edited_at: editedAt });
  const key = { 'idempotency-key': 'k1' };
  await edit({ questionText: 'Mine', originalText: 'Why so?' }, key);
  await edit({ questionText: 'Later' });
  expect((await edit({ questionText: 'Mine', originalText: 'Why so?' }, key)).status).toBe(200);
  expect(await stored()).toMatchObject({ text: 'Later' });
});

test('spaces around the original text do not count, and without it the last edit stands', async () => {
  const { edit, stored } = await makeEditedQuestion();
  expect((await edit({ questionText: 'A', originalText: '  Why so?\n' })).status).toBe(200);
  expect((await edit({ questionText: 'B' })).status).toBe(200);
  expect(await stored()).toMatchObject({ text: 'B' });
});

test.each([5, null, {}, ['Why?']])(
  'an original text of another type is refused: %j',
  async (originalText) => {
    const { edit, stored } = await makeEditedQuestion();
    expect(await edit({ questionText: 'A', originalText })).toMatchObject({
      status: 400,
      body: { message: 'originalText must be a text' },
    });
    expect(await stored()).toMatchObject({ text: 'Why so?' });
  },
);
