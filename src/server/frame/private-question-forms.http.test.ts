import { expect, test } from 'vitest';
import { hiddenOf, postForm } from '#support/posted-forms';
import { makePortalFixture } from '#support/portal-fixture';
import { webBuild } from '#support/web-build';

test('the mentors are asked, answer, and a question is opened without scripts, on no page of a classmate', async () => {
  const { clients } = await makePortalFixture({ classmate: {} }, { app: { pages: webBuild() } });
  const { student, mentor, classmate, foreignMentor } = clients;
  const forum = '/discussion/OURS';
  const list = `${forum}/mentors`;
  expect((await student.get(forum)).body).toMatch(/<input[^>]*name="to"[^>]*value="mentors"/);
  const ask = { question: 'canary-5a6e?', to: 'mentors', 'Idempotency-Key': 'k1' };
  const asked = await postForm(student, forum, ask);
  expect([asked.status, asked.headers['location']]).toEqual([303, `${list}?question=1`]);
  expect((await postForm(student, forum, ask)).headers['location'], 'once').toBe(`${list}?question=1`);
  const page = (await mentor.get(list)).body as string;
  expect(page.split('canary-5a6e').length, 'one question').toBeGreaterThan(1);
  const answer = { questionId: hiddenOf(page, 'questionId') ?? '', answer: 'canary-5a6e, yes.' };
  expect((await postForm(mentor, list, answer)).headers['location']).toBe(`${list}?question=1`);
  expect((await student.get(`${list}?question=1`)).body).toContain('canary-5a6e, yes.');

  for (const client of [classmate, foreignMentor])
    for (const url of [
      forum,
      list,
      `${list}?question=1`,
      `${forum}/1`,
      '/notices',
      `${forum}?q=canary-5a6e`,
    ]) {
      const { body } = await client.get(url);
      // The search's own field has the word.
      const said = (body as string).replaceAll(/value="canary-5a6e"|q=canary-5a6e|"q":"canary-5a6e"/g, '');
      expect(said.replaceAll(/\\"q\\",\\"canary-5a6e\\"/g, ''), url).not.toMatch(/canary-5a6e(\?|,)/);
    }
  const foreign = await postForm(classmate, list, { ...answer, answer: 'Mine' });
  expect(foreign.status).toBe(404);
  const open = { act: 'open', question: '1', anonymous: 'true' };
  expect((await postForm(classmate, list, open)).status).toBe(404);
  expect((await postForm(mentor, list, open)).status).toBe(403);

  const opened = await postForm(student, list, open);
  expect([opened.status, opened.headers['location']]).toEqual([
    303,
    `${list}?question=1&notice=private-open`,
  ]);
  expect((await classmate.get(forum)).body).toContain('canary-5a6e?');
});
