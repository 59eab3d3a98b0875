import { expect, test } from 'vitest';
import { buildRubricLine } from '#support/factories';
import { alertOf, keysOf, postForm } from '#support/posted-forms';
import { makePortalFixture } from '#support/portal-fixture';
import { webBuild } from '#support/web-build';

test('a rubric is changed without scripts, marks that are not released follow when asked, and wrong points come back', async () => {
  const { app, clients, project, receipt, people } = await makePortalFixture(
    {},
    { app: { pages: webBuild() } },
  );
  const { mentor } = clients;
  const { id } = await buildRubricLine(app.context, { project_id: project.id, text: 'It opens', points: 40 });
  await mentor.put(`/api/staff/submissions/${receipt.number}/mark`, {
    marks: 40,
    rubric: { lines: [String(id)] },
  });
  const url = `/staff/projects/${project.id}/rubric?task=week-1`;
  const shown = (await mentor.get(url)).body;
  expect(shown).toMatch(/<textarea[^>]*>It opens</);
  const [key] = keysOf(shown);
  const fields = {
    act: 'save-rubric',
    original: String(id),
    'Idempotency-Key': String(key),
    'id-0': String(id),
    'text-0': 'It opens on a phone',
    'points-0': '50',
    'id-1': '',
    'text-1': 'Tested',
    'points-1': '30',
    'optional-1': 'on',
    'id-2': '',
    'text-2': '',
    'points-2': '',
  };
  const wrong = await postForm(mentor, url, { ...fields, 'points-1': 'many' });
  expect(wrong.status).toBe(400);
  expect(wrong.body).toMatch(/<textarea[^>]*>Tested</);
  expect(wrong.body).toContain('Enter a number from -100 to 100');
  for (const press of ['the first', 'the second']) {
    const answer = await postForm(mentor, url, fields);
    expect([answer.status, answer.headers['location']], press).toEqual([303, `${url}&notice=rubric-saved`]);
  }
  const late = await postForm(mentor, url, { ...fields, 'Idempotency-Key': 'another', 'text-1': 'Other' });
  expect([late.status, alertOf(late.body)]).toEqual([
    409,
    expect.stringContaining('changed in the meantime'),
  ]);
  expect(late.body).toMatch(/<textarea[^>]*>Other</);
  expect((await mentor.get(url)).body).toContain('1 mark given with an older rubric');
  expect((await postForm(mentor, url, { act: 'remark' })).status).toBe(303);
  const [row] = (await mentor.get(`/api/staff/students/${people.student.email}/submissions`)).body;
  expect(row.mark).toMatchObject({ marks: 50, rubric: { lines: [{ text: 'It opens on a phone' }] } });
  expect((await mentor.get(url)).body).not.toContain('given with an older rubric');
});

test('a phrase is kept, changed and deleted without scripts', async () => {
  const { clients } = await makePortalFixture({}, { app: { pages: webBuild() } });
  const { mentor } = clients;
  const url = '/staff/phrases';
  const press = (fields: Record<string, string>) => postForm(mentor, url, fields);
  const typed = { act: 'add', form: 'add-phrase', name: 'tests', text: 'Please test it.' };
  expect((await press(typed)).status).toBe(303);
  const again = await press({ ...typed, text: 'Kept text' });
  expect([again.status, alertOf(again.body)]).toEqual([
    409,
    expect.stringContaining('You already have a phrase &quot;;tests&quot;.'),
  ]);
  expect(again.body).toContain('Kept text');
  const [{ id }] = (await mentor.get('/api/staff/phrases')).body;
  expect((await press({ act: 'change', phrase: id, name: 'tests', text: 'Test it.' })).status).toBe(303);
  expect((await mentor.get(url)).body).toContain('Test it.');
  expect((await press({ act: 'delete', phrase: id })).status).toBe(303);
  expect((await mentor.get('/api/staff/phrases')).body).toEqual([]);
});

test('pasted marks are checked and saved without scripts', async () => {
  const { clients, people, receipt } = await makePortalFixture({}, { app: { pages: webBuild() } });
  const { mentor } = clients;
  const url = '/staff/marks?batch=OURS&task=week-1';
  expect((await mentor.get(url)).body).toContain('Rows, with headings');
  const sheet = { task: 'week-1', released: 'keep', text: `email,marks\n${people.student.email},71` };
  const wrong = await postForm(mentor, url, {
    ...sheet,
    act: 'check',
    text: sheet.text.replace('71', '710'),
  });
  expect(wrong.body).toContain('1 wrong row');
  const checked = await postForm(mentor, url, { ...sheet, act: 'check' });
  expect([checked.status, checked.body.includes('Save 1 mark')]).toEqual([200, true]);
  const seen = /name="seen" value="([^"]+)"/.exec(checked.body)?.[1] as string;
  const save = { ...sheet, act: 'save', seen, 'Idempotency-Key': keysOf(checked.body).at(-1) as string };
  for (const press of ['the first', 'the second'])
    expect((await postForm(mentor, url, save)).body, press).toContain('1 mark saved');
  const { body } = await mentor.get(`/api/staff/submissions/${receipt.number}`);
  expect(body.marks).toBe(71);
});
