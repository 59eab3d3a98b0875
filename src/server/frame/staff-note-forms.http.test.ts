import { expect, test } from 'vitest';
import { buildBatch, buildMentor, buildStudent } from '#support/factories';
import { alertOf, keysOf, postForm, typedIn } from '#support/posted-forms';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

test('a note about a student is written without scripts, once, and an empty one comes back with words', async () => {
  const app = await makeTestApp({ app: { pages: webBuild() } });
  const batch = await buildBatch(app.context);
  const { email } = await buildStudent(app.context, { batch_id: batch.id });
  const mentor = await app.as(await buildMentor(app.context, [batch.id]));
  const url = `/staff/students/${email}?tab=notes`;
  const [key] = keysOf((await mentor.get(url)).body);
  const note = { act: 'add-note', text: 'Called on Monday.', 'Idempotency-Key': String(key) };
  for (const press of ['the first', 'the second']) {
    const answer = await postForm(mentor, url, note);
    expect([answer.status, decodeURIComponent(String(answer.headers['location']))], press).toEqual([
      303,
      `${url}&notice=note-added`,
    ]);
  }
  expect((await mentor.get(url)).body).toContain('Called on Monday.');
  const notes = await app.context.database.reader.selectFrom('staff_notes').selectAll().execute();
  expect(notes).toMatchObject([{ text: 'Called on Monday.' }]);

  const empty = await postForm(mentor, url, { act: 'add-note', text: ' ' });
  expect([empty.status, alertOf(empty.body)]).toEqual([400, expect.stringMatching(/\w/)]);
  expect(typedIn(empty.body, 'text').trim()).toBe('');
});
