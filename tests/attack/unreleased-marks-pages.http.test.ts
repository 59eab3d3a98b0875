import { expect, test } from 'vitest';
import { tasks } from '#contract/dates';
import { publicPaths } from '#contract/screens';
import { signedInScreens } from '#contract/signed-in-screens';
import { makeFixture, type Fixture } from '#support/access-table';
import { makeSilentActs } from '#support/silent-acts';
import { ownWords, plantStaffWords, staffWords } from '#support/staff-words';
import { webBuild } from '#support/web-build';
import { changedIn } from './read-all.ts';

/** The same as `unreleased-marks.http.test.ts`, in the pages that the server renders. */

/** Every screen, each with the values of `fixture`. */
function addressesOf({ emails, batch, project, submission }: Fixture): string[] {
  const values: Record<string, string> = { id: project, batch, s_id: emails.student };
  return [
    ...signedInScreens.map(({ pattern }) =>
      pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? name)),
    ),
    ...publicPaths,
    '/ProjectDashboard1?tab=grades',
    `/staff?batch=${batch}&open=${submission}`,
    ...tasks.map((task) => `/staff/release?batch=${batch}&task=${task}`),
    `/verify?number=${submission}`,
  ];
}

const accept = { accept: 'text/html' };

test('no mark that is not released and no word of staff stands in a page of a student', async () => {
  const fixture = await makeFixture({ app: { pages: webBuild() } });
  const { clients, emails, batch } = fixture;
  await plantStaffWords(fixture);
  const addresses = addressesOf(fixture);
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

/** What each page has drawn at random. */
const drawn = / nonce="[^"]*"|\\?"formKey\\?",\\?"[\w-]+|name="idempotency_?-?key" value="[^"]*"/gi;

test('what releases nothing changes no byte of a page of a student', async () => {
  const fixture = await makeFixture({ app: { pages: webBuild() } });
  const { clients } = fixture;
  const { leave, release } = await makeSilentActs(fixture);
  const ofStudents = addressesOf(fixture).filter((address) => !address.startsWith('/staff'));
  const addresses = [...ofStudents, '/result.data', '/ProjectDashboard1.data'];
  const readPages = async () => {
    const found = new Map<string, string>();
    for (const role of ['student', 'classmate'] as const)
      for (const address of addresses) {
        const { status, body } = await clients[role].get(address, accept);
        found.set(`${address} as ${role}`, `${status} ${String(body).replaceAll(drawn, '')}`);
      }
    return found;
  };
  await readPages();
  const before = await readPages();
  for (const [, act] of leave) await act();
  expect(changedIn(before, await readPages())).toEqual([]);
  await release();
  expect(changedIn(before, await readPages())).toEqual(
    expect.arrayContaining(['/result as student', '/ProjectDashboard1?tab=grades as student']),
  );
});
