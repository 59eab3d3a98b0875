import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { publicPaths } from '#contract/screens';
import { signedInScreens } from '#contract/signed-in-screens';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { dueMailQueue } from '#server/notices/mails/due-mail-queue';
import { sendDailyMails } from '#server/progress/daily-mails/daily-mails';
import { makeFixture, send, table } from '#support/access-table';
import { readZip } from '#support/read-zip';
import { runDue } from '#support/run-due';
import { webBuild } from '#support/web-build';

/** What would be gained: that a classmate used AI tools, and what for. */

const others = ['classmate', 'outsider', 'foreignMentor', 'nobody'] as const;
const canary = /canary-5e1d/;
/** What ends the session. */
const last: EndpointName[] = ['changePassword', 'changeEmail', 'logOut'];

test('what a student declared is in no call, page, record or mail of another', async () => {
  const fixture = await makeFixture({ app: { pages: webBuild() } });
  const { app, clients, emails, batch, project } = fixture;
  const { database } = app.context;
  await database.transaction(async (writer) => {
    await writer.updateTable('accounts').set({ confirmed_at: app.clock.now() }).execute();
    await writer
      .insertInto('declarations')
      .values({ id: 'asked', statement: 'canary-5e1d: my own work', ai_use: '{}' })
      .execute();
  });
  const sent = await clients.student.form(`/api/students/uploadWeek/${emails.student}`, [
    ['selectedWeek', '1'],
    ['comments', 'Done'],
    ['declaration', 'asked'],
    ['declared', 'yes'],
    ['ai_use', 'parts'],
    ['ai_text', 'canary-5e1d: the tests'],
  ]);
  expect(sent.status).toBe(201);
  const { number } = sent.body.receipt;
  const accept = { accept: 'text/html' };
  const values: Record<string, string> = { id: project, batch, s_id: emails.student };
  const addresses = [
    ...signedInScreens.map(({ pattern }) =>
      pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? name)),
    ),
    ...publicPaths,
    `/staff?batch=${batch}&open=${number}`,
    `/verify?number=${number}`,
  ];
  for (const role of ['student', 'mentor'] as const) {
    const address = role === 'student' ? `/WeeklySubmission?receipt=${number}` : addresses.at(-2);
    const { body } = await clients[role].get(address as string, accept);
    expect(String(body), `planted for the ${role}`).toMatch(canary);
  }
  for (const role of others) {
    for (const address of addresses)
      expect(String((await clients[role].get(address, accept)).body), `${address} as ${role}`).not.toMatch(
        canary,
      );
    for (const url of [
      `/api/receipts/${number}`,
      `/api/staff/submissions/${number}`,
      `/api/students/submissions/${emails.student}`,
      `/api/students/timeline/${emails.student}`,
      `/api/students/record/${emails.student}`,
    ]) {
      const { status, body } = await clients[role].get(url);
      expect([401, 403, 404], `${url} as ${role}`).toContain(status);
      expect(JSON.stringify(body)).not.toMatch(canary);
    }
  }
  const names = (Object.keys(table) as EndpointName[])
    .filter((name) => !last.includes(name))
    .toSorted((a, b) => Number(endpoints[a].method !== 'GET') - Number(endpoints[b].method !== 'GET'));
  for (const name of names)
    for (const role of others) {
      const { body, headers } = await send(fixture, name, role);
      const said = headers['content-type'] === 'application/zip' ? '' : JSON.stringify(body);
      expect(said, `${name} as ${role}`).not.toMatch(canary);
    }
  const classmate = await database.reader
    .selectFrom('accounts')
    .where('email', '=', emails.classmate)
    .select('id')
    .executeTakeFirstOrThrow();
  const packed = await app.app.inject({
    url: `/api/students/record/${emails.classmate}`,
    headers: { cookie: await app.cookieOf(classmate) },
  });
  expect([...readZip(packed.rawPayload).values()].join()).not.toMatch(canary);
  app.clock.advance(dayMs);
  await runDue(dueMailQueue(app.context));
  await sendDailyMails(app.context, new AbortController().signal);
  const mails = await database.reader.selectFrom('outbox').select(['recipient', 'text', 'html']).execute();
  const notices = await database.reader.selectFrom('notices').select('text').execute();
  expect(mails.length).toBeGreaterThan(0);
  expect(JSON.stringify([mails, notices])).not.toMatch(canary);
});
