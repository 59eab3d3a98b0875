import { expect, onTestFinished } from 'vitest';
import { dayMs } from '#contract/durations';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { dueMailQueue } from '#server/notices/mails/due-mail-queue';
import { sendDailyMails } from '#server/progress/daily-mails/daily-mails';
import { makeFixture, send, table, type Fixture } from './access-table.ts';
import { readZip } from './read-zip.ts';
import { runDue } from './run-due.ts';
import type { Answer } from './test-app.ts';

/** Who must not learn what a student asks the mentors. */
export const others = ['classmate', 'outsider', 'foreignMentor'] as const;

const reads = (Object.keys(table) as EndpointName[]).filter((name) => endpoints[name].method === 'GET');

/** What an answer says, with its validators and sizes; who is online depends on the time. */
function traceOf({ status, headers, body }: Answer): string {
  const { etag, 'content-length': length, 'last-modified': modified } = headers;
  const { request_id: _, ...rest } = (body ?? {}) as { request_id?: string };
  const said = JSON.stringify([status, etag, typeof body === 'object' ? rest : [body, length], modified]);
  return said.replaceAll(/"online":(?:true|false)/g, '');
}

/** By role and call. */
async function readAll(fixture: Fixture): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const role of others)
    for (const name of reads) found.set(`${name} as ${role}`, traceOf(await send(fixture, name, role)));
  return found;
}

type Role = keyof Fixture['emails'];

export async function accountOf({ app, emails }: Fixture, role: Role): Promise<{ id: number }> {
  const { reader } = app.context.database;
  const found = reader.selectFrom('accounts').where('email', '=', emails[role]).select('id');
  return await found.executeTakeFirstOrThrow();
}

/** Plants words; whatever others read says the same as before. Calls that differ each time only lack the words. */
export async function expectNoTrace<Planted>(
  canary: RegExp,
  plant: (fixture: Fixture) => Promise<Planted>,
): Promise<{ fixture: Fixture; planted: Planted }> {
  const fixture = await makeFixture();
  const { app } = fixture;
  // Who gets mail.
  const confirmed_at = app.clock.now();
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ confirmed_at }).where('confirmed_at', 'is', null).execute(),
  );
  const first = await readAll(fixture);
  const second = await readAll(fixture);
  const planted = await plant(fixture);
  const third = await readAll(fixture);
  const steady = [...first].filter(([what, trace]) => second.get(what) === trace);
  expect(steady.length, 'calls that answer the same twice').toBeGreaterThan(first.size * 0.9);
  for (const [what, trace] of steady) expect(third.get(what), what).toBe(trace);
  for (const [what, trace] of third) expect(trace, what).not.toMatch(canary);
  return { fixture, planted };
}

/** The texts of all files in the record that a student downloads. */
export async function recordOf(fixture: Fixture, role: Role): Promise<string> {
  const packed = await fixture.app.app.inject({
    url: `/api/students/record/${fixture.emails[role]}`,
    headers: { cookie: await fixture.app.cookieOf(await accountOf(fixture, role)) },
  });
  return [...readZip(packed.rawPayload).values()].join();
}

/** All mails, a day later, when those of the day are sent too. */
export async function mailsOfNextDay({ app }: Fixture) {
  app.clock.advance(dayMs);
  await runDue(dueMailQueue(app.context));
  await sendDailyMails(app.context, new AbortController().signal);
  const { reader } = app.context.database;
  return reader.selectFrom('outbox').select(['recipient', 'subject', 'text', 'html']).execute();
}

/** Collects what a stream says until the test ends. */
export async function listen(
  fixture: Fixture,
  role: Role,
  room: 'discussion' | 'private',
): Promise<{ text: string }> {
  const named = role === 'mentor' ? fixture.batch : fixture.emails[role];
  const response = await fixture.app.app.inject({
    url: `/api/discussion/${room}/${named}/events?after=0`,
    headers: { cookie: await fixture.app.cookieOf(await accountOf(fixture, role)) },
    payloadAsStream: true,
  });
  const heard = { text: '' };
  const stream = response.stream().setEncoding('utf8');
  onTestFinished(() => void stream.destroy());
  stream.on('data', (text: string) => (heard.text += text));
  return heard;
}
