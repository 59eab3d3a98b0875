import { expect, onTestFinished } from 'vitest';
import { dayMs } from '#contract/durations';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { dueMailQueue } from '#server/notices/mails/due-mail-queue';
import { sendDailyMails } from '#server/progress/daily-mails/daily-mails';
import { send, table, type Fixture } from '#support/access-table';
import { readZip } from '#support/read-zip';
import { runDue } from '#support/run-due';
import type { Answer } from '#support/test-app';

/** A classmate, a student of another batch, and another batch's mentor. */
export const others = ['classmate', 'outsider', 'foreignMentor'] as const;
export const reads = (Object.keys(table) as EndpointName[]).filter(
  (name) => endpoints[name].method === 'GET',
);

/** What an answer says, with its validators and sizes; who is online depends on the time. */
export function traceOf({ status, headers, body }: Answer): string {
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

type Secret<Planted> = {
  /** Matches the words of `student` that are planted, and of the mentor's answer. */
  canary: RegExp;
  plant: (fixture: Fixture) => Promise<Planted>;
  /** Who reads them, by what: proof that they are planted. */
  readers: readonly (readonly [role: 'student' | 'mentor', url: string])[];
};

/**
 * Walks every reading call as each of the others before and after something is planted: no answer, count or ETag, no
 * version of the batch and no record of theirs may show it.
 */
export async function walkAsOthers<Planted>(
  fixture: Fixture,
  { canary, plant, readers }: Secret<Planted>,
): Promise<Planted> {
  const { app, clients } = fixture;
  const { database } = app.context;
  const { reader } = database;
  // Who gets mail.
  const confirmed_at = app.clock.now();
  await database.transaction((writer) =>
    writer.updateTable('accounts').set({ confirmed_at }).where('confirmed_at', 'is', null).execute(),
  );
  const versions = () => reader.selectFrom('discussion_versions').selectAll().execute();
  const first = await readAll(fixture);
  const second = await readAll(fixture);
  const before = await versions();
  const planted = await plant(fixture);
  expect(await versions(), 'versions of the batch').toEqual(before);
  const third = await readAll(fixture);
  const steady = [...first].filter(([what, trace]) => second.get(what) === trace);
  expect(steady.length, 'calls that answer the same twice').toBeGreaterThan(first.size * 0.9);
  for (const [what, trace] of steady) expect(third.get(what), what).toBe(trace);
  for (const [what, trace] of third) expect(trace, what).not.toMatch(canary);

  for (const [role, url] of readers)
    expect(JSON.stringify((await clients[role].get(url)).body), 'planted').toMatch(canary);
  for (const role of ['student', 'classmate'] as const) {
    const text = await recordOf(fixture, role);
    if (role === 'student') expect(text, 'their own record').toMatch(canary);
    else expect(text).not.toMatch(canary);
  }
  return planted;
}

/** The next day's mails and all notices: nobody but the student and the batch's mentors is told, and no words are. */
export async function mailAsOthers(
  { app, emails }: Fixture,
  {
    canary,
    told,
  }: { canary: RegExp; /** What notices and mails of the batch's mentors say. */ told: RegExp },
): Promise<void> {
  const { reader } = app.context.database;
  app.clock.advance(dayMs);
  await runDue(dueMailQueue(app.context));
  await sendDailyMails(app.context, new AbortController().signal);
  const mails = await reader.selectFrom('outbox').select(['recipient', 'subject', 'text', 'html']).execute();
  const written = [
    ...mails.map(({ recipient, ...mail }) => [recipient, JSON.stringify(mail)] as const),
    ...(await noticesOf(app)),
  ];
  expect(JSON.stringify(written), 'mentors are told').toMatch(told);
  for (const [recipient, words] of written) {
    expect(words, 'a mail or notice').not.toMatch(canary);
    if (recipient !== emails.mentor && recipient !== emails.student)
      expect(words, recipient).not.toMatch(told);
  }
}

/** Recipient and words. */
async function noticesOf(app: Fixture['app']) {
  const rows = await app.context.database.reader
    .selectFrom('notices')
    .innerJoin('accounts', 'accounts.id', 'notices.account_id')
    .select(['accounts.email', 'notices.text'])
    .execute();
  return rows.map(({ email, text }) => [email, text] as const);
}

export async function accountOf({ app, emails }: Fixture, role: keyof Fixture['emails']) {
  return app.context.database.reader
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('email', '=', emails[role])
    .executeTakeFirstOrThrow();
}

/** All texts of somebody's record. */
export async function recordOf(fixture: Fixture, role: 'student' | 'classmate'): Promise<string> {
  const { app, emails } = fixture;
  const packed = await app.app.inject({
    url: `/api/students/record/${emails[role]}`,
    headers: { cookie: await app.cookieOf(await accountOf(fixture, role)) },
  });
  return [...readZip(packed.rawPayload).values()].join();
}

/** @param stream of a batch's discussion, or of private questions @returns what has come so far */
export async function listen(
  fixture: Fixture,
  role: 'student' | 'classmate' | 'mentor',
  stream: 'discussion' | 'private',
): Promise<{ text: string }> {
  const { app, emails, batch } = fixture;
  const named = role === 'mentor' ? batch : emails[role];
  const response = await app.app.inject({
    url: `/api/discussion/${stream}/${named}/events?after=0`,
    headers: { cookie: await app.cookieOf(await accountOf(fixture, role)) },
    payloadAsStream: true,
  });
  const heard = { text: '' };
  const body = response.stream().setEncoding('utf8');
  onTestFinished(() => void body.destroy());
  body.on('data', (text: string) => (heard.text += text));
  return heard;
}
