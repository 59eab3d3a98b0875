import { expect, test } from 'vitest';
import { tasks } from '#contract/dates';
import { publicPaths } from '#contract/screens';
import { signedInScreens } from '#contract/signed-in-screens';
import { makeFixture } from '#support/access-table';
import { ownWords, plantStaffWords, staffWords } from '#support/staff-words';
import { webBuild } from '#support/web-build';

/** The same as `unreleased-marks.http.test.ts`, in the pages that the server renders. */

test('no mark that is held back and no word of staff stands in a page of a student', async () => {
  const fixture = await makeFixture({ app: { pages: webBuild() } });
  const { clients, emails, batch, project, submission } = fixture;
  await plantStaffWords(fixture);
  const values: Record<string, string> = { id: project, batch, s_id: emails.student };
  const addresses = [
    ...signedInScreens.map(({ pattern }) =>
      pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? name)),
    ),
    ...publicPaths,
    '/ProjectDashboard1?tab=grades',
    `/staff?batch=${batch}&open=${submission}`,
    ...tasks.map((task) => `/staff/release?batch=${batch}&task=${task}`),
    `/verify?number=${submission}`,
  ];
  const accept = { accept: 'text/html' };
  const staffSees = await clients.mentor.get(`/staff/students/${emails.student}`, accept);
  expect(staffSees.body, 'planted').toMatch(staffWords);
  for (const commentFirst of [false, true]) {
    await clients.mentor.put(`/api/staff/batches/${batch}/comment-first`, { comment_first: commentFirst });
    for (const address of addresses) {
      for (const role of ['student', 'classmate', 'foreignMentor', 'nobody'] as const) {
        const { body } = await clients[role].get(address, accept);
        expect(String(body), `${address}, opened by ${role}`).not.toMatch(staffWords);
        if (role !== 'student') expect(String(body), `${address}, opened by ${role}`).not.toMatch(ownWords);
      }
    }
  }
  const grades = (await clients.student.get('/ProjectDashboard1?tab=grades', accept)).body as string;
  expect(grades, 'their own second look').toMatch(ownWords);
});
