import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { hourMs } from '#contract/durations';
import { issuePasswordReset } from '#server/accounts/login/issue-password-reset';
import { publishPlannedJob } from '#server/notices/announcements/planned-announcements';
import { listMail, readMail } from '#server/platform/mail/outbox-admin';
import { readAuditLog } from '#support/read-audit-log';
import { makePortalFixture } from '#support/portal-fixture';
import type { Client } from '#support/test-app';

/** As a calendar program reads it. */
function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      sequence: event.sequence,
      title: event.summary,
      at: event.startDate.toJSDate().toISOString(),
    };
  });
}

async function makeAddress(client: Client): Promise<string> {
  const { status, body } = await client.put('/api/account/calendar');
  expect(status).toBe(200);
  expect((await client.put('/api/account/calendar')).body).toEqual(body);
  expect((await client.get('/api/account/calendar')).body).toEqual(body);
  return new URL(body.address).pathname;
}

test('the private address needs no login, follows an extension, and ends when it is removed', async () => {
  const { clients, people, app } = await makePortalFixture({ classmate: {} });
  const address = await makeAddress(clients.student);
  const read = async () => {
    const { status, body, headers } = await clients.nobody.get(address);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    return eventsIn(body);
  };
  const first = await read();
  expect(first.map(({ title }) => title)).toEqual([
    'Week 1 opens',
    'Week 2 opens',
    'Week 3 opens',
    'Week 4 opens',
    'Final project opens',
    'Viva voce opens',
    'Viva voce is due',
  ]);
  expect(first.map(({ sequence }) => sequence)).toEqual(first.map(() => 1));
  expect(new Set(first.map(({ uid }) => uid)).size).toBe(first.length);
  app.clock.advance(hourMs);
  expect(await read()).toEqual(first);

  const until = '2026-12-24';
  await clients.mentor.post(`/api/staff/students/${people.student.email}/extensions`, {
    task: 'viva',
    until,
    reason: 'Her mother is in hospital.',
  });
  const second = await read();
  expect(second.at(-1)).toEqual({ ...first.at(-1), sequence: 2, at: '2026-12-24T18:29:59.000Z' });
  expect(second.map(({ uid }) => uid)).toEqual(first.map(({ uid }) => uid));
  expect((await clients.nobody.get(address)).body).not.toContain('hospital');

  expect((await clients.student.delete('/api/account/calendar')).status).toBe(204);
  expect(await clients.nobody.get(address)).toMatchObject({
    status: 404,
    body: { message: 'This calendar link is not in use. Create a new one on your account page.' },
  });
  expect(await makeAddress(clients.student)).not.toBe(address);
});

test('a suspended account has no calendar', async () => {
  const { clients, people, app } = await makePortalFixture({ classmate: {} });
  const address = await makeAddress(clients.student);
  await app.context.database.transaction((writer) =>
    writer
      .updateTable('accounts')
      .set({ suspended_at: app.clock.now() })
      .where('id', '=', people.student.id)
      .execute(),
  );
  expect((await clients.nobody.get(address)).status).toBe(404);
});

test('a new password and logging out everywhere end the link and say so, a single logout does not', async () => {
  const { clients, people, app } = await makePortalFixture({ classmate: {} });
  const { context } = app;
  const { student } = people;
  const [password, next] = ['monsoon-7', 'monsoon-8'];
  const password_hash = await context.passwords.hash(password);
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ password_hash }).where('id', '=', student.id).execute(),
  );
  const address = () => makeAddress(clients.student);
  const statusOf = async (of: string) => (await clients.nobody.get(of)).status;
  const lastMail = async () => {
    const [mail] = await listMail(context, 1);
    return (await readMail(context, mail?.id ?? 0)).text;
  };

  const first = await address();
  const other = await app.as(student);
  expect((await other.post('/api/auth/logout')).status).toBe(204);
  expect(await statusOf(first)).toBe(200);
  expect((await clients.student.delete('/api/account/sessions')).status).toBe(204);
  expect(await statusOf(first)).toBe(404);

  const second = await address();
  const changed = { current_password: password, password: next };
  expect((await clients.student.put('/api/account/password', changed)).status).toBe(200);
  expect(await statusOf(second)).toBe(404);
  expect(await lastMail()).toContain('Your calendar link no longer works.');

  const third = await address();
  const one = (await clients.administrator.get(`/api/staff/people/${student.email}`)).body;
  expect(one).toMatchObject({ has_calendar: true });
  const out = { act: 'sign-out', ids: [one.id] };
  const reach = await clients.administrator.get(`/api/staff/people-acts?act=sign-out&ids=${one.id}`);
  expect(reach.body.reached[0]).toMatchObject({ note: 'Ends the calendar link' });
  expect((await clients.administrator.post('/api/staff/people-acts', out)).status).toBe(200);
  expect(await statusOf(third)).toBe(404);
  expect(await lastMail()).toContain('The office has logged out'.replace('’', "'"));
  expect(await lastMail()).toContain('Your calendar link no longer works.');
  const [line] = (await readAuditLog(app)).toReversed();
  expect(line).toMatchObject({ act: 'end-sessions', after: { calendar: 'ended' } });
});

test('a link alone is enough for the office to log somebody out, and without one nobody is told', async () => {
  const { clients, people, app } = await makePortalFixture({ classmate: {} });
  const address = await makeAddress(clients.classmate);
  const { id } = people.classmate;
  const out = () =>
    clients.administrator.post('/api/staff/people-acts', { act: 'sign-out', ids: [String(id)] });
  await app.context.database.transaction((writer) =>
    writer.deleteFrom('sessions').where('account_id', '=', id).execute(),
  );
  expect((await out()).status).toBe(200);
  expect((await clients.nobody.get(address)).status).toBe(404);
  const mails = (await listMail(app.context, 20)).length;
  expect((await out()).status).toBe(409);
  await app.as(people.classmate);
  expect((await out()).status).toBe(200);
  expect(await listMail(app.context, 20)).toHaveLength(mails);
});

test('whoever proves an address ends its calendar link, and only a confirmed holder is told', async () => {
  const { clients, people, app } = await makePortalFixture({ classmate: {} });
  const { database } = app.context;
  const reset = async ({ email }: { email: string }) => {
    const { token } = await issuePasswordReset(app.context, email);
    return clients.nobody.post('/api/auth/reset', { token, password: 'monsoon-7' });
  };
  const address = await makeAddress(clients.student);
  expect((await reset(people.student)).status).toBe(204);
  expect((await clients.nobody.get(address)).status).toBe(404);
  const mails = await listMail(app.context, 20);
  expect(mails[0]).toMatchObject({ subject: 'Your calendar link has ended' });
  const unproven = await makeAddress(clients.classmate);
  await database.transaction((writer) =>
    writer
      .updateTable('accounts')
      .set({ confirmed_at: null })
      .where('id', '=', people.classmate.id)
      .execute(),
  );
  expect((await reset(people.classmate)).status).toBe(204);
  expect((await clients.nobody.get(unproven)).status).toBe(404);
  expect(await listMail(app.context, 20)).toHaveLength(mails.length);
});

test('before a project is chosen a calendar has only the times for it, and a task has no event to save', async () => {
  const { clients, people } = await makePortalFixture({ classmate: {} });
  const read = async (client: Client) =>
    eventsIn((await clients.nobody.get(await makeAddress(client))).body).map(({ title, at }) => [title, at]);
  expect(await read(clients.classmate)).toEqual([]);
  const none = { 'week-1': null, 'week-2': null, 'week-3': null, 'week-4': null, final: null };
  const times = { choose_from: '2027-01-05T09:00', choose_until: '2027-01-12' };
  const dates = { start: '2026-11-02', viva_deadline: null, due: none, ...times };
  expect((await clients.mentor.put('/api/staff/batches/OURS/dates', dates)).status).toBe(200);
  expect(await read(clients.classmate)).toEqual([
    ['Choosing a project opens', '2027-01-05T03:30:00.000Z'],
    ['Choosing a project ends', '2027-01-12T18:29:59.000Z'],
  ]);
  expect((await read(clients.mentor)).map(([title]) => title)).toEqual([
    'OURS: the batch starts',
    'OURS: choosing a project opens',
    'OURS: choosing a project ends',
  ]);
  expect((await read(clients.student)).map(([title]) => title)).not.toContain('Choosing a project ends');
  const event = await clients.classmate.get(
    `/api/students/calendarEvent/${people.classmate.email}?task=week-1`,
  );
  expect(event).toMatchObject({
    status: 404,
    body: { message: 'There is no date yet. Your dates begin when you choose a project.' },
  });
});

test('one event to save is the same as the one in the calendar', async () => {
  const { clients, people } = await makePortalFixture({ classmate: {} });
  const url = `/api/students/calendarEvent/${people.student.email}`;
  const alone = await clients.student.get(`${url}?task=viva`);
  expect(alone.headers['content-disposition']).toBe('attachment; filename=viva.ics');
  const all = eventsIn((await clients.nobody.get(await makeAddress(clients.student))).body);
  expect(eventsIn(alone.body)).toEqual([{ ...all.at(-1), sequence: 0 }]);
  expect(eventsIn((await clients.student.get(`${url}?task=viva`)).body)).toEqual([all.at(-1)]);
  expect((await clients.student.get(`${url}?task=week-9`)).status).toBe(400);
});

test('a mentor’s calendar has the dates of their own batches, and none of another’s', async () => {
  const { clients } = await makePortalFixture({ classmate: {} });
  const none = { 'week-1': null, 'week-2': null, 'week-3': null, 'week-4': null, final: null };
  const dates = {
    start: '2026-11-02',
    viva_deadline: '2026-12-20',
    due: { ...none, 'week-1': { date: '2026-11-30' }, 'week-2': { days: 3 } },
  };
  expect((await clients.mentor.put('/api/staff/batches/OURS/dates', dates)).status).toBe(200);
  const titles = async (client: Client) =>
    eventsIn((await clients.nobody.get(await makeAddress(client))).body).map(({ title }) => title);
  expect(await titles(clients.mentor)).toEqual([
    'OURS: the batch starts',
    'OURS: Week 1 is due',
    'OURS: Viva voce is due',
  ]);
  expect(await titles(clients.foreignMentor)).toEqual(['THEIRS 2026: the batch starts']);
});

test('the day of an announcement is an all-day event through its edits, until it is withdrawn', async () => {
  const { clients, people } = await makePortalFixture({ classmate: {} });
  const address = await makeAddress(clients.classmate);
  const read = async () => (await clients.nobody.get(address)).body as string;
  const list = '/api/staff/batches/OURS/announcements';
  const words = { text: '**Workshop** in the main hall', until: '2026-11-25' };
  expect((await clients.mentor.post(list, { ...words, day: '2026-02-30' })).status).toBe(400);
  await clients.mentor.post(list, { ...words, text: 'Without a day' });
  const made = await clients.mentor.post(list, { ...words, day: '2026-12-05' });
  expect(made).toMatchObject({ status: 201, body: { day: '2026-12-05' } });
  const first = await read();
  expect(first).toContain('DTSTART;VALUE=DATE:20261205');
  const [event] = eventsIn(first);
  expect(eventsIn(first)).toMatchObject([{ title: 'Workshop in the main hall', sequence: 1 }]);

  const url = `${list}/${made.body.id}`;
  await clients.mentor.put(url, { ...words, text: 'Workshop, room 2' });
  expect(eventsIn(await read()), 'the day stays').toMatchObject([
    { uid: event?.uid, title: 'Workshop, room 2', sequence: 2 },
  ]);
  await clients.mentor.put(url, { ...words, text: 'Workshop, room 2', day: '2026-12-07' });
  expect(await read()).toContain('DTSTART;VALUE=DATE:20261207');
  const alone = await clients.classmate.get(
    `/api/students/calendarEvent/${people.classmate.email}?announcement=${made.body.id}`,
  );
  expect(eventsIn(alone.body)).toEqual(eventsIn(await read()));
  expect(alone.headers['content-disposition']).toContain(`announcement-${made.body.id}.ics`);
  const theirs = await clients.outsider.get(
    `/api/students/calendarEvent/${people.outsider.email}?announcement=${made.body.id}`,
  );
  expect(theirs.status).toBe(404);
  expect((await clients.nobody.get(await makeAddress(clients.mentor))).body).toContain('OURS: Workshop');
  expect((await clients.nobody.get(await makeAddress(clients.foreignMentor))).body).not.toContain('Workshop');

  await clients.mentor.put(url, { ...words, text: 'Workshop, room 2', day: null });
  expect(eventsIn(await read())).toEqual([]);
  await clients.mentor.put(url, { ...words, text: 'Workshop, room 2', day: '2026-12-07' });
  expect(eventsIn(await read())).toMatchObject([{ uid: event?.uid }]);
  await clients.mentor.delete(url);
  expect(eventsIn(await read())).toEqual([]);
});

test('a planned announcement keeps its day when it is published', async () => {
  const { clients, app } = await makePortalFixture({ classmate: {} });
  const planned = await clients.mentor.post('/api/staff/batches/OURS/planned-announcements', {
    text: 'Workshop',
    until: '2026-11-30',
    day: '2026-12-05',
    publish_at: '2026-11-22T09:00',
  });
  expect(planned).toMatchObject({ status: 201, body: { day: '2026-12-05' } });
  const address = await makeAddress(clients.classmate);
  expect((await clients.nobody.get(address)).body).not.toContain('Workshop');
  app.clock.advance(24 * hourMs);
  await publishPlannedJob.run(app.context, null, new AbortController().signal);
  expect((await clients.nobody.get(address)).body).toContain('DTSTART;VALUE=DATE:20261205');
});
