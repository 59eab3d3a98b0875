import { expect, test } from 'vitest';
import { hourMs } from '#contract/durations';
import { buildMark, buildSelection, buildSubmission } from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';

const none = { 'week-1': null, 'week-2': null, 'week-3': null, 'week-4': null, final: null };

/** The batch's student and a classmate are at work on one project, an outsider on another one. */
async function makeClass() {
  const portal = await makePortalFixture({ classmate: {} });
  const { app, clients, people, project } = portal;
  await buildSelection(app.context, { account_id: people.classmate.id, project_id: project.id });
  await buildSelection(app.context, { account_id: people.outsider.id });
  /** Who was told what, each line once for each of them. */
  const told = async (kind: 'brief-changed' | 'dates-changed') =>
    app.context.database.reader
      .selectFrom('notices')
      .innerJoin('accounts', 'accounts.id', 'notices.account_id')
      .where('kind', '=', kind)
      .orderBy('notices.id')
      .select(['accounts.email', 'notices.text', 'about', 'href', 'is_daily'])
      .execute();
  const setDates = (body: object, headers = {}) =>
    clients.mentor.put(
      '/api/staff/batches/OURS/dates',
      { start: '2026-11-02', viva_deadline: null, due: none, ...body },
      headers,
    );
  const setBrief = (text: string, headers = {}) =>
    clients.mentor.put(`/api/staff/projects/${project.id}/briefs/week-2`, { text }, headers);
  return { ...portal, told, setDates, setBrief, ours: [people.student.email, people.classmate.email] };
}

test('a batch is told once of its changed dates, and by the mail of the day', async () => {
  const { told, setDates, ours, app } = await makeClass();
  const key = { 'idempotency-key': 'dates' };
  const due = { ...none, 'week-2': { days: 4 }, final: { date: '2026-12-20' } };
  const dates = { due, viva_deadline: '2026-12-24' };
  for (const headers of [key, key, {}]) expect((await setDates(dates, headers)).status).toBe(200);
  const first = await told('dates-changed');
  expect(first.map(({ email }) => email).toSorted()).toEqual(ours.toSorted());
  expect(first[0]).toMatchObject({
    text: 'The dates of your batch have changed: Week 2, Final project, the viva deadline',
    about: 'project',
    href: '/ProjectDashboard1',
    is_daily: 1,
  });
  app.clock.advance(hourMs);
  await setDates({ ...dates, start: '2026-11-03' });
  const all = await told('dates-changed');
  expect(all).toHaveLength(2 * ours.length);
  expect(all.at(-1)?.text).toBe('The dates of your batch have changed: its start');
});

test('of a changed brief those hear who are at work on the project and have no mark for the task', async () => {
  const { told, setBrief, ours, app, people } = await makeClass();
  const key = { 'idempotency-key': 'brief' };
  for (const headers of [key, key, {}])
    expect((await setBrief('Show *two* screens.', headers)).status).toBe(200);
  const first = await told('brief-changed');
  expect(first.map(({ email }) => email).toSorted()).toEqual(ours.toSorted());
  expect(first[0]).toMatchObject({
    text: 'Week 2 has instructions now',
    about: 'task:week-2',
    href: '/WeeklySubmission?week=2',
    is_daily: 1,
  });
  // A mark that is not released is none for the student; a released one is.
  const marked = async (account_id: number, released: 0 | 1) => {
    const { id } = await buildSubmission(app.context, { account_id, task: 'week-2' });
    await buildMark(app.context, { submission_id: id, released });
  };
  await marked(people.student.id, 0);
  await marked(people.classmate.id, 1);
  app.clock.advance(hourMs);
  await setBrief('Show three screens.');
  app.clock.advance(hourMs);
  await setBrief('');
  expect((await told('brief-changed')).slice(ours.length)).toMatchObject([
    { email: people.student.email, text: 'The instructions for Week 2 have changed' },
    { email: people.student.email, text: 'Week 2 no longer has instructions' },
  ]);
});
