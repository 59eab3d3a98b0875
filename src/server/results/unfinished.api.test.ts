import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import type { Unfinished } from '#contract/results/unfinished-calls';
import { unfinishedGroups, type UnfinishedGroup } from '#contract/results/unfinished';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

const url = '/api/staff/batches/OURS/unfinished';

/** Four students on day 30 of a course: one who is done but for a review, two at work, one without a project. */
async function makeLastWeek() {
  const app = await makeTestApp();
  const { context, clock } = app;
  const batch = await buildBatch(context, {
    name: 'OURS',
    due_days: JSON.stringify({ 'week-2': { days: 3 } }),
  });
  const project = await buildProject(context, { course_id: batch.course_id });
  const started_at = clock.now() - 30 * dayMs;
  const student = async (name: string, hasProject = true) => {
    const email = `${name.toLowerCase()}@example.test`;
    const made = await buildStudent(context, { batch_id: batch.id, name, email, confirmed_at: 1 });
    if (hasProject)
      await buildSelection(context, { account_id: made.id, project_id: project.id, started_at });
    return made;
  };
  const [asha, bina, chitra, dev] = [
    await student('Asha'),
    await student('Bina'),
    await student('chitra'),
    await student('Dev', false),
  ];
  const submitted = async (
    account_id: number,
    tasks: readonly string[],
    marks?: number,
    released: 0 | 1 = 1,
  ) => {
    for (const task of tasks as 'week-1'[]) {
      const { id } = await buildSubmission(context, { account_id, task, submitted_at: clock.now() - dayMs });
      if (marks !== undefined) await buildMark(context, { submission_id: id, marks, released });
    }
  };
  await submitted(asha.id, ['week-1', 'week-2', 'week-3', 'week-4', 'final', 'viva'], 80);
  await submitted(bina.id, ['week-1', 'week-2', 'week-3'], 70);
  await submitted(bina.id, ['week-4'], 60, 0);
  await submitted(bina.id, ['final']);
  await submitted(chitra.id, ['week-1']);
  const mentor = await buildMentor(context, [batch.id]);
  const clients = {
    mentor: await app.as(mentor),
    office: await app.as(await buildAdministrator(context)),
    asha: await app.as(asha),
    bina: await app.as(bina),
    as: (name: 'chitra') => app.as({ chitra }[name]),
  };
  const asked = { task: 'week-1', version: 1, reason: 'The tests count.' };
  expect((await clients.asha.post('/api/students/secondLook/asha@example.test', asked)).status).toBe(201);
  const until = { task: 'viva', until: '2027-02-15', reason: 'I am ill.' };
  expect((await clients.bina.post('/api/students/extensionRequest/bina@example.test', until)).status).toBe(
    201,
  );
  const read = async (query = ''): Promise<Unfinished> => {
    const { status, body } = await clients.mentor.get(`${url}${query}`);
    expect(status).toBe(200);
    return body as Unfinished;
  };
  const listed = async (group: UnfinishedGroup) =>
    (await read(`?group=${group}`)).rows.map(({ student: { s_name }, task }) => `${s_name} ${task}`);
  return { app, context, clock, project, clients, people: { asha, bina, chitra, dev, mentor }, read, listed };
}

test('each group has its students and tasks, by name and task, and its count', async () => {
  const { read, listed } = await makeLastWeek();
  const expected: Record<UnfinishedGroup, string[]> = {
    project: ['Dev null'],
    unsubmitted: ['chitra week-2', 'chitra week-3', 'chitra week-4', 'chitra final'],
    viva: ['Bina viva', 'chitra viva'],
    extension: ['Bina viva'],
    unmarked: ['Bina final', 'chitra week-1'],
    review: ['Asha week-1'],
    unreleased: ['Bina week-4'],
  };
  for (const group of unfinishedGroups) expect(await listed(group), group).toEqual(expected[group]);
  const { groups, group } = await read();
  expect(groups).toEqual(unfinishedGroups.map((name) => ({ group: name, count: expected[name].length })));
  expect(group, 'the first with anybody').toBe('project');
});

test('marks without a file count as done, and wait to be released and reviewed as others do', async () => {
  const { clients, listed, read } = await makeLastWeek();
  const record = (who: string, task: string, status: string, rest: object = {}) =>
    clients.mentor.put(`/api/staff/students/${who}@example.test/tasks/${task}/recorded`, {
      status,
      comments: '',
      released: true,
      ...rest,
    });
  expect((await record('chitra', 'week-2', 'not_submitted')).status).toBe(200);
  expect((await record('chitra', 'week-3', 'excused')).status).toBe(200);
  expect((await record('bina', 'viva', 'marked', { marks: 60, released: false })).status).toBe(200);
  const { rows } = await read('?group=unmarked');
  const newest = rows.find(({ task }) => task === 'week-1')?.number;
  expect((await record('chitra', 'week-1', 'absent', { newest })).status).toBe(200);
  expect(await listed('unsubmitted')).toEqual(['chitra week-4', 'chitra final']);
  expect(await listed('viva')).toEqual(['chitra viva']);
  expect(await listed('unmarked'), 'the record counts over that version').toEqual(['Bina final']);
  expect(await listed('unreleased')).toEqual(['Bina week-4', 'Bina viva']);
  expect((await read('?group=unreleased')).groups.at(-1)?.count).toBe(2);
  const asChitra = await clients.as('chitra');
  const asked = { task: 'week-2', version: null, reason: 'I was ill.' };
  const review = await asChitra.post('/api/students/secondLook/chitra@example.test', asked);
  expect(review.status).toBe(201);
  expect(await listed('review')).toEqual(['Asha week-1', 'chitra week-2']);
});

test('a row says which version waits since when, and until when work is due with extensions', async () => {
  const { read, clients, clock } = await makeLastWeek();
  const [final] = (await read('?group=unmarked')).rows;
  expect(final).toMatchObject({
    student: { s_id: 'bina@example.test', s_name: 'Bina' },
    task: 'final',
    number: expect.stringMatching(/^CAP-/) as string,
    since: new Date(clock.now() - dayMs).toISOString(),
    due_at: null,
  });
  const dueOf = async () => (await read('?group=unsubmitted')).rows[0]?.due_at;
  const before = await dueOf();
  expect(before).toMatch(/T18:29:59\.999Z$/);
  await clients.mentor.post('/api/staff/students/chitra@example.test/extensions', {
    task: 'week-2',
    until: '2026-12-20',
    reason: 'Ill',
  });
  expect(await dueOf()).toBe('2026-12-20T18:29:59.999Z');
});

test('pages follow each other without a gap, and an invented place is refused', async () => {
  const { read, clients } = await makeLastWeek();
  const seen: string[] = [];
  let after = '';
  for (let page = 0; page < 4; page += 1) {
    const { rows, next } = await read(`?group=unsubmitted&limit=1${after}`);
    seen.push(...rows.map(({ task }) => String(task)));
    after = next === null ? '' : `&after=${next}`;
    expect(next === null).toBe(page === 3);
  }
  expect(seen).toEqual(['week-2', 'week-3', 'week-4', 'final']);
  const places = ['x', ...['["a"]', '["a\\u0000",1,1]', '["a",1.5,1]', '["a",1,99]'].map(btoa)];
  for (const place of places)
    expect((await clients.mentor.get(`${url}?after=${encodeURIComponent(place)}`)).status, place).toBe(400);
});

test('nothing counts that was made for an undone choice, and nobody whose data was removed', async () => {
  const { clients, listed, read, app, people, project } = await makeLastWeek();
  const undone = await clients.office.post('/api/staff/students/bina@example.test/undo-selection', {
    p_id: project.id,
    reason: 'By mistake',
  });
  expect(undone.status).toBe(201);
  expect(await listed('project')).toEqual(['Bina null', 'Dev null']);
  expect(await listed('unmarked')).toEqual(['chitra week-1']);
  expect(await listed('unreleased')).toEqual([]);
  await app.context.database.transaction((writer) =>
    writer
      .updateTable('accounts')
      .set({ anonymised_at: app.clock.now() })
      .where('id', '=', people.chitra.id)
      .execute(),
  );
  expect(await listed('unmarked')).toEqual([]);
  expect((await read()).groups.find(({ group }) => group === 'unsubmitted')?.count).toBe(0);
});

test('the CSV has all groups, or one, says who is suspended, and leaves a line in the audit log', async () => {
  const { clients, app, read, people } = await makeLastWeek();
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ suspended_at: 1 }).where('id', '=', people.dev.id).execute(),
  );
  expect((await read()).rows).toMatchObject([{ student: { s_name: 'Dev' }, suspended: true }]);
  const csv = (await clients.mentor.get(`${url}.csv`)).body as string;
  const lines = csv.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines[0]).toBe('missing,name,email,task,receipt,since (Asia/Kolkata),due (Asia/Kolkata),suspended');
  expect(lines).toHaveLength(1 + 1 + 4 + 2 + 1 + 2 + 1 + 1);
  expect(lines[1]).toBe('No project,Dev,dev@example.test,,,,,yes');
  const viva = (await clients.mentor.get(`${url}.csv?group=viva`)).body as string;
  expect(viva).toContain('Viva not taken,Bina,bina@example.test,Viva');
  expect(viva).not.toContain('Dev');
  const exports = (await readAuditLog(app)).filter(({ act }) => act === 'export-unfinished');
  expect(exports).toMatchObject([{ subject: 'OURS' }, { subject: 'OURS' }]);
});

test('students of a group are reminded once a day, in their own words; others hear nothing', async () => {
  const { clients, app, clock, people, context } = await makeLastWeek();
  const remind = async (group: string) => (await clients.mentor.post(`${url}/reminders`, { group })).body;
  const told = async () => {
    const rows = await context.database.reader
      .selectFrom('notices')
      .where('kind', '=', 'deadline-near')
      .orderBy('id')
      .select(['account_id', 'text', 'href', 'is_daily'])
      .execute();
    return rows.map(({ account_id, text, href, is_daily }) => [account_id, text, href, is_daily]);
  };
  expect(await remind('unsubmitted')).toEqual({ students: 1 });
  expect(await remind('unsubmitted')).toEqual({ students: 1 });
  const text = 'You have not submitted yet: Week 2, Week 3, Week 4, Final project';
  const missing = [people.chitra.id, text, '/WeeklySubmission?week=2', 1];
  expect(await told()).toEqual([missing]);
  await remind('viva');
  await remind('project');
  expect((await told()).map(([id]) => id)).toEqual([
    people.chitra.id,
    people.bina.id,
    people.chitra.id,
    people.dev.id,
  ]);
  // After midnight in Kolkata, within the session.
  clock.advance(10 * hourMs);
  await remind('unsubmitted');
  expect(await told()).toHaveLength(5);
  expect((await clients.mentor.post(`${url}/reminders`, { group: 'unmarked' })).status).toBe(400);
  const lines = (await readAuditLog(app)).filter(({ act }) => act === 'remind-unfinished');
  expect(lines[0]).toMatchObject({ subject: 'OURS', after: { group: 'unsubmitted', students: 1 } });
});
