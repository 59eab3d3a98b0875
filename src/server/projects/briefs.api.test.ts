import { expect, test } from 'vitest';
import { importFiles, refusalOf } from '#support/import-folder';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';
import { readZip } from '#support/read-zip';

const text = 'Show **two** screens:\n\n- login\n- list\n\n<script>alert(1)</script>';

async function makeProject() {
  const portal = await makePortalFixture({ classmate: {} });
  const { clients, project } = portal;
  const read = async (who: 'student' | 'mentor' = 'student') =>
    (await clients[who].get(`/api/projects/briefs/${project.id}`)).body;
  const readOwn = async () =>
    (await clients.student.get(`/api/students/briefs/${portal.people.student.email}`)).body;
  const set = (body: object, task = 'week-1', headers = {}) =>
    clients.mentor.put(`/api/staff/projects/${project.id}/briefs/${task}`, body, headers);
  return { ...portal, read, readOwn, set };
}

test('what a project asks for shows to students and beside the submission, as safe Markdown', async () => {
  const { read, readOwn, set, clients, receipt, project, app } = await makeProject();
  expect([await read(), await readOwn()]).toEqual([[], []]);
  const empty = await clients.mentor.get(`/api/staff/submissions/${receipt.number}/brief`);
  expect(empty.body).toMatchObject({ project: { id: project.id }, task: 'week-1', text: '', html: null });
  expect((await set({ text: 'The whole thing.' }, 'final')).status).toBe(200);
  const answer = await set({ text: `  ${text}  ` });
  expect(answer.status).toBe(200);
  const [first, second] = await read();
  expect(first).toEqual({ ...answer.body, rubric: [] });
  expect(await readOwn()).toEqual([first, second]);
  expect(first).toMatchObject({
    task: 'week-1',
    text,
    changed_at: new Date(app.clock.now()).toISOString(),
  });
  expect(first.html).toContain('<strong>two</strong>');
  expect(first.html).toContain('<li>login</li>');
  expect(first.html).not.toContain('<script');
  expect(second).toMatchObject({ task: 'final', text: 'The whole thing.', html: null });
  const beside = await clients.mentor.get(`/api/staff/submissions/${receipt.number}/brief`);
  const { rubric: _rubric, ...brief } = first;
  expect(beside.body).toEqual({ project: { id: project.id, name: `Project ${project.id}` }, ...brief });
  expect((await set({ text: '' })).body).toMatchObject({ text: '', html: null, changed_at: null });
  expect((await read()).map(({ task }: { task: string }) => task)).toEqual(['final']);
});

test('two who write one brief at once: the second is told; each change is on record', async () => {
  const { set, read, people, app, project } = await makeProject();
  expect((await set({ text: 'One', original: '' })).status).toBe(200);
  const refused = await set({ text: 'Two', original: '' });
  expect(refused).toMatchObject({ status: 409, body: { current: { text: 'One' } } });
  expect((await read())[0].text).toBe('One');
  expect((await set({ text: 'One', original: '' })).status).toBe(200);
  const key = { 'idempotency-key': 'k' };
  expect((await set({ text: 'Two', original: 'One' }, 'week-1', key)).status).toBe(200);
  await set({ text: 'Three' });
  expect((await set({ text: 'Two', original: 'One' }, 'week-1', key)).body.text).toBe('Three');
  const subject = `${project.id} week-1`;
  const events = (await readAuditLog(app)).filter(({ act }) => act === 'set-brief');
  expect(events).toEqual(
    [
      [null, 'One'],
      ['One', 'Two'],
      ['Two', 'Three'],
    ].map(([before, after]) => ({
      actor_id: people.mentor.id,
      act: 'set-brief',
      subject,
      before: before === null ? null : { text: before },
      after: { text: after },
    })),
  );
});

test('a brief is written by mentors of the course; others and unknown projects are refused', async () => {
  const { clients, set, project } = await makeProject();
  expect((await set({ text: 'x'.repeat(10_001) })).body.message).toBe(
    'Instructions can have at most 10,000 characters',
  );
  expect((await set({ text: 'x' }, 'week-5')).body.message).toMatch(/task must be one of/);
  const url = (id: string) => `/api/staff/projects/${id}/briefs/week-1`;
  expect((await clients.foreignMentor.put(url(project.id), { text: 'x' })).status).toBe(403);
  expect((await clients.mentor.put(url('NOPE'), { text: 'x' })).status).toBe(403);
  expect((await clients.administrator.put(url('NOPE'), { text: 'x' })).status).toBe(404);
});

const projectFile = (more: string) => ({
  'courses.yaml': '- name: Web Development\n',
  'projects.yaml': `- id: P100
  name: Boats
  course: Web Development
  details: Lend boats.
  overview: [Plan]
  prerequisiteKnowledge: [HTML]
  jobOpportunities: [Developer]
  backgroundImage: /images/boats.svg
  project_url: /documents/boats.html
  ref1: https://example.test/1
  ref2: https://example.test/2
  ref3: https://example.test/3
  ref4: https://example.test/4
${more}`,
});

test('briefs come with the import of projects, and stay where it does not name them', async () => {
  const { app, clients } = await makeProject();
  const read = async () => (await clients.student.get('/api/projects/briefs/P100')).body;
  await importFiles(
    app.context,
    projectFile('  briefs:\n    week-1: Show a plan.\n    final: Show it all.\n'),
  );
  expect((await read()).map(({ task, text: of }: { task: string; text: string }) => [task, of])).toEqual([
    ['week-1', 'Show a plan.'],
    ['final', 'Show it all.'],
  ]);
  const changes = async (more: string) =>
    ((await importFiles(app.context, projectFile(more))) as Record<string, string>)['projects'];
  expect(await changes('')).toBe('0/0/1');
  expect(await changes('  briefs:\n    final: Show it all.\n')).toBe('0/0/1');
  expect(await changes('  briefs:\n    final: Show everything.\n')).toBe('0/1/0');
  expect((await read()).map(({ text: of }: { text: string }) => of)).toEqual([
    'Show a plan.',
    'Show everything.',
  ]);
  const [fault] = await refusalOf(app.context, projectFile('  briefs:\n    week-5: Show.\n'));
  expect(fault).toMatch(/projects\.yaml:\d+:\d+: .*week-1, week-2/);
});

test('how a task is marked shows to students before the choice and after it, with a brief or without', async () => {
  const { read, readOwn, set, clients, project, app, people } = await makeProject();
  const write = (lines: object[], original: string[] = []) =>
    clients.mentor.put(`/api/staff/projects/${project.id}/rubric/week-1`, { lines, original });
  const lines = [
    { text: 'It runs', points: 60, optional: false },
    { text: 'It has tests', points: 10, optional: true },
  ];
  const written = await write(lines);
  expect(await read()).toEqual([{ task: 'week-1', text: '', html: null, changed_at: null, rubric: lines }]);
  await set({ text: 'The whole thing.' }, 'final');
  expect(await readOwn()).toMatchObject([
    { task: 'week-1', rubric: lines },
    { task: 'final', text: 'The whole thing.', rubric: [] },
  ]);
  const ids = written.body.lines.map(({ id }: { id: string }) => id);
  const changed = { ...lines[0], points: 70 };
  expect(
    (
      await write(
        [
          { ...lines[1], id: ids[1] },
          { ...changed, id: ids[0] },
        ],
        ids,
      )
    ).status,
  ).toBe(200);
  expect((await readOwn())[0].rubric).toEqual([lines[1], changed]);
  const { rawPayload } = await app.app.inject({
    url: `/api/students/record/${people.student.email}`,
    headers: { cookie: await app.cookieOf(people.student) },
  });
  expect(JSON.parse(readZip(rawPayload).get('tasks.json')!.toString())).toMatchObject([
    { task: 'week-1', rubric: [lines[1], changed] },
    { task: 'final', text: 'The whole thing.' },
  ]);
});
