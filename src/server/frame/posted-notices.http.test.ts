import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { alertOf, hiddenOf, postForm, textOf, typedIn } from '#support/posted-forms';
import { makePortalFixture } from '#support/portal-fixture';
import type { Client } from '#support/test-app';
import { webBuild } from '#support/web-build';

/** What the message region of a screen says; it is empty where nothing was done. */
const region = /<div role="status" tabindex="-1"[^>]*><div[^>]*><p>(.*?)<\/p>/is;

/** Posts a form as a browser without scripts does. @returns what the screen says then, and where that is */
async function post(client: Client, url: string, fields: Record<string, string>) {
  const { status, headers, body } = await postForm(client, url, fields);
  expect(status, `${url} ${JSON.stringify(fields)} ${body}`.slice(0, 2_000)).toBe(303);
  const at = String(headers['location']);
  const shown = await client.get(at);
  return { says: textOf(shown.body, region).trim(), at, page: shown.body as string };
}

test('each form of staff and office that is posted without scripts says what was done, as its script does', async () => {
  const { app, clients, people, batch, project, receipt } = await makePortalFixture(
    { newcomer: { email: 'newcomer@example.test' } },
    { app: { pages: webBuild() } },
  );
  const { mentor, administrator: office } = clients;
  const says = async (client: Client, url: string, fields: Record<string, string>, words: string) => {
    const { says: said, at, page } = await post(client, url, fields);
    expect(said, url).toBe(words);
    // For the script, which may not have loaded the screen of the form.
    expect(page.replace(region, ''), `${url}: in the data`).toContain(words);
    return { at: at.replace(/[?&]notice=[^#]*/, ''), page };
  };

  // The desk says it at the mark.
  const mark = { number: receipt.number, marks: '70', comments: '', released: 'yes', original: 'null' };
  const marked = await post(mentor, '/staff?state=all', mark);
  expect(marked.says).toBe('');
  expect(marked.page).toContain('Saved and released');
  expect((await mentor.get(marked.at.replace(/&notice.*/, ''))).body).not.toContain('Saved and released');

  const { email } = people.student;
  const asking = { task: 'week-1', version: 1, reason: 'The tests count.' };
  await clients.student.post(`/api/students/secondLook/${email}`, asking);
  const desk = `/staff?state=all&open=${receipt.number}`;
  const review = {
    number: receipt.number,
    original: hiddenOf((await office.get(desk)).body, 'original') ?? '',
  };
  const comment = { ...review, act: 'comment-on-review', text: 'They fail.' };
  await says(mentor, desk, comment, 'The comment is added.');
  const answer = { ...review, act: 'answer-second-look', marks: '75' };
  const refused = await postForm(mentor, desk, { ...answer, text: 'Well.' });
  expect(refused.status).toBe(403);
  expect(alertOf(refused.body)).toContain('You gave this mark, so the office decides its review.');
  expect(typedIn(refused.body, 'text')).toBe('Well.');
  const empty = await postForm(office, desk, { ...answer, text: ' ' });
  expect([empty.status, typedIn(empty.body, 'text').trim()]).toEqual([400, '']);
  expect(empty.body).toMatch(/<input[^>]*name="marks"[^>]*value="75"/);
  const reviewed = 'The review is answered. The student is notified.';
  const { page: changed } = await says(office, desk, { ...answer, text: 'They pass.' }, reviewed);
  expect(changed).toContain('75 out of 100');

  const student = `/staff/students/${email}`;
  const { page: noted } = await says(mentor, student, { act: 'add-note', text: 'Ill' }, 'The note is added.');
  const note = hiddenOf(noted, 'note') ?? '';
  await says(mentor, student, { act: 'delete-note', note }, 'The note is deleted.');
  const start = new Date(app.clock.now() - 30 * dayMs).toISOString().slice(0, 16);
  const time = { act: 'start', start, reason: 'A holiday.' };
  await says(mentor, student, time, 'The start is corrected. The student is notified.');

  const ours = `/staff/batches/${batch.name}`;
  const until = new Date(app.clock.now() + 30 * dayMs).toISOString().slice(0, 10);
  const { page: pinned } = await says(
    mentor,
    ours,
    { act: 'announce', text: 'Hi', until },
    'The announcement is published.',
  );
  const announcement = hiddenOf(pinned, 'announcement') ?? '';
  const withdrawal = { act: 'withdraw-announcement', announcement };
  await says(mentor, ours, withdrawal, 'The announcement is withdrawn.');
  const dates = { act: 'dates', start: '2026-01-05', 'week-1-days': '9' };
  await says(mentor, `${ours}/dates`, dates, 'The dates are saved.');

  const brief = { task: 'week-1', text: 'Show it.', original: '' };
  await says(mentor, `/staff/projects/${project.id}/briefs`, brief, 'The instructions are saved.');
  const lines = { act: 'save-rubric', original: '', 'id-0': '', 'text-0': 'It opens', 'points-0': '50' };
  await says(mentor, `/staff/projects/${project.id}/rubric?task=week-1`, lines, 'The rubric is saved.');
  const phrase = { act: 'add', name: 'tests', text: 'Please test it.' };
  const { page: kept } = await says(mentor, '/staff/phrases', phrase, 'The phrase is saved.');
  const deletion = { act: 'delete', phrase: hiddenOf(kept, 'phrase') ?? '' };
  await says(mentor, '/staff/phrases', deletion, 'The phrase is deleted.');

  const newcomer = `/staff/people/${people.newcomer.email}`;
  const id = String(people.newcomer.id);
  await says(office, newcomer, { act: 'sign-out', id }, 'The account is logged out everywhere.');
  const suspension = { act: 'suspend', id, reason: 'Left.' };
  await says(office, newcomer, suspension, 'The account is suspended. Nobody can log in to it.');
  const back = { act: 'bring-back', id };
  await says(office, newcomer, back, 'The account is active again. The person is notified.');
  const move = { act: 'address', email: 'other@example.test', reason: 'Typed wrongly.' };
  await says(
    office,
    newcomer,
    move,
    'The email is corrected. We send a message to it, and to the old one if that was confirmed.',
  );

  const add = { act: 'course', name: 'Gardening' };
  const { at: course, page } = await says(office, '/staff/catalogue/add', add, 'The course is added.');
  const version = () => office.get(course).then(({ body }) => hiddenOf(body, 'version') ?? '');
  expect(page).toContain('Gardening');
  const entry = async (act: string) => ({ act, name: 'Gardens', version: await version() });
  const { at: renamed } = await says(office, course, await entry('course'), 'Saved.');
  const named = async (act: string) => ({
    act,
    name: 'Gardens',
    version: hiddenOf((await office.get(renamed)).body, 'version') ?? '',
  });
  await says(office, renamed, await named('retire'), 'The course is archived.');
  await says(office, renamed, await named('bring-back'), 'The course is restored.');
  await says(office, renamed, await named('remove'), 'The course is removed.');
});

test('rows of a spreadsheet are edited, named right and left out without scripts', async () => {
  const { clients, batch } = await makePortalFixture({}, { app: { pages: webBuild() } });
  const { administrator: office } = clients;
  const sheet = `Email,Name,Batch\na@x.test,Asha,OURZ\nb@x.test,Bala,ourz\nc@x.test,Devi,${batch.name}\nd@x.test,Ebin,${batch.name}\n`;
  const { body: peopleImport } = await office.form('/api/staff/intakes', [
    ['file', { name: 'people.csv', bytes: sheet }],
  ]);
  const url = `/staff/intake/${peopleImport.id}`;
  const columns = { act: 'check', 'column-0': 'email', 'column-1': 'name', 'column-2': 'batch' };
  expect((await postForm(office, url, columns)).headers['location']).toBe(`${url}?show=wrong`);
  const wrong = (await office.get(`${url}?show=wrong`)).body as string;
  expect(wrong).toContain(`Use ${batch.name} for all rows with “OURZ”`);
  const taken = await post(office, `${url}?show=wrong`, {
    act: 'batch',
    typed: hiddenOf(wrong, 'typed') ?? '',
    name: hiddenOf(wrong, 'name') ?? '',
  });
  expect(taken.says).toBe('All rows with that name now have this batch.');
  expect(taken.page).toContain('There are no such rows.');

  const edited = (await office.get(`${url}?edit=4`)).body as string;
  expect(edited).toMatch(/<input[^>]*form="row-4"[^>]*name="cell-name"[^>]*value="Devi"/);
  const row = { act: 'row', line: '4', 'was-name': 'Devi', 'was-email': 'c@x.test' };
  const long = await postForm(office, `${url}?edit=4`, { ...row, 'cell-name': 'D'.repeat(1_001) });
  expect(long.status).toBe(400);
  expect(long.body).toContain('A cell can have at most 1,000 characters');
  const saved = await post(office, `${url}?edit=4`, {
    ...row,
    'cell-name': ' Devi Nair ',
    'cell-email': 'c@x.test',
  });
  expect([saved.says, saved.at]).toEqual(['The row is changed.', `${url}?notice=row-changed`]);
  expect(saved.page).toContain('Devi Nair');
  const unchanged = await postForm(office, `${url}?edit=4`, { ...row, 'cell-email': 'c@x.test' });
  expect([unchanged.status, unchanged.headers['location']]).toEqual([303, url]);

  const left = await post(office, url, { act: 'leave-out', lines: '5' });
  expect(left.says).toBe('The rows are left out. To include them, pick the spreadsheet again.');
  expect(left.page).not.toContain('d@x.test');
  const imported = await postForm(office, url, { act: 'import', changes: '' });
  expect(imported.status).toBe(303);
  expect((await office.get(url)).body).toContain('3 new');
});
