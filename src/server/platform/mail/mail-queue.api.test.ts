import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { dayMs, minuteMs } from '#contract/durations';
import { engineName } from '#support/empty-database';
import { freePort } from '#support/free-port';
import { openLocation } from '#support/locations';
import { startMailServer } from '#support/mail-server';
import { runDue } from '#support/run-due';
import { makeTestApp, makeTestContext, type TestContext } from '#support/test-app';
import { withoutPolling } from '#support/without-polling';
import type { AppContext } from '../context.ts';
import { makeDatabase } from '../database/database.ts';
import { startWorker } from '../jobs/worker.ts';
import { makeSealing } from '../settings/sealing.ts';
import { mailQueue } from './mail-queue.ts';
import { listMail, retryMail, unopenableMails } from './outbox-admin.ts';
import { claimDue } from './outbox.ts';
import { countHeldMail, settleHeldMail } from './held-mail.ts';
import { enqueueMail, enqueueSecretMail } from './enqueue-mail.ts';
import { composeMail, logoCid, ownMailAppearance, type MailAppearance } from './mail-html.ts';
import { makeSmtpSender, type Sender } from './smtp-sender.ts';

const hello = { to: 'asha@example.test', subject: 'ഹലോ', text: 'Words\n', html: '<p>Words</p>' };

async function post({ context, clock }: TestContext, event = 'test:1', to = hello.to): Promise<void> {
  await context.database.transaction((writer) => enqueueMail(writer, { ...hello, to, event }, clock.now()));
}
const sender = ({ context }: TestContext, smtpUrl: string): Sender =>
  makeSmtpSender(context.settings, smtpUrl);
const deliverDue = (context: AppContext, send: Sender) => runDue(mailQueue(context, send));
const only = async ({ context }: TestContext) => (await listMail(context, 10))[0];

test('a mail is sent once, in text and HTML, from and to the right addresses', async () => {
  const app = await makeTestContext({ settings: { publicUrl: new URL('https://portal.example.test') } });
  const server = await startMailServer();
  await post(app);
  expect(await deliverDue(app.context, sender(app, server.url))).toBe(1);
  expect(await deliverDue(app.context, sender(app, server.url))).toBe(0);
  expect(server.received).toHaveLength(1);
  const [{ to, raw } = { to: [], raw: '' }] = server.received;
  expect(to).toEqual(['asha@example.test']);
  expect(raw).toMatch(/^From: ICTAK <no-reply@portal\.example\.test>/m);
  expect(raw).toMatch(/^Message-ID: <[0-9a-f]{32}@portal\.example\.test>/im);
  expect(raw).toMatch(/^Content-Type: text\/plain/m);
  expect(raw).toMatch(/^Content-Type: text\/html/m);
  expect(await only(app)).toMatchObject({ state: 'sent', attempts: 1, sentAt: app.clock.now() });
});

test('a mail has the logo that it shows as a part, and none that was removed', async () => {
  const app = await makeTestApp();
  const server = await startMailServer();
  const light = { png: Buffer.from('picture'), width: 9, height: 9 };
  // Apart from the context's, which a starting process sets to what the database has.
  const settings = {
    ...app.context.settings,
    mailAppearance: { logo: { light, dark: null }, accent: null } as MailAppearance,
  };
  const send = makeSmtpSender(settings, server.url);
  const compose = { greeting: 'Hello,', lead: 'This is it.', details: [], links: [], closing: 'Bye' };
  const postShown = (event: string) => {
    const mail = { ...hello, event, ...composeMail(settings, compose) };
    return app.context.database.transaction((writer) => enqueueMail(writer, mail, app.clock.now()));
  };
  await postShown('test:1');
  await post(app, 'test:2');
  await deliverDue(app.context, send);
  const withLogo = server.received.filter(({ raw }) =>
    raw.toLowerCase().includes(`content-id: <${logoCid('light')}>`),
  );
  expect([server.received.length, withLogo.length]).toEqual([2, 1]);
  expect(withLogo[0]?.raw).toContain('Content-Disposition: inline; filename=logo-light.png');
  expect(withLogo[0]?.raw).toContain(light.png.toString('base64'));
  await postShown('test:3');
  settings.mailAppearance = ownMailAppearance;
  await deliverDue(app.context, send);
  expect(server.received.at(-1)?.raw).not.toMatch(/content-id/i);
});

test('an event is an idempotency key: enqueued twice, it is one mail', async () => {
  const app = await makeTestContext();
  await post(app);
  await post(app);
  expect(await listMail(app.context, 10)).toHaveLength(1);
});

test(
  'while the mail server cannot be reached one mail tries now and then, and none of them has an attempt less',
  { tags: 'full' },
  async () => {
    const app = await makeTestContext();
    const told: unknown[] = [];
    const tell = (...line: unknown[]): void => void told.push(line.at(-1));
    app.context.log = { info: tell, warn: tell, error: tell };
    const port = await freePort();
    const gone = await startMailServer({}, port);
    await gone.stop();
    for (let n = 1; n <= 12; n += 1) await post(app, `test:${n}`);
    const queue = mailQueue(app.context, sender(app, gone.url));
    expect(await runDue(queue)).toBe(5);
    expect(await runDue(queue), 'all mail is paused, not only the five').toBe(0);
    for (const pauseMs of [5_000, 10_000, 20_000, 40_000]) {
      app.clock.advance(pauseMs - 1);
      expect(await runDue(queue)).toBe(0);
      app.clock.advance(1);
      expect(await runDue(queue)).toBe(1);
    }
    const away = 'the mail server takes no mail: mail is queued';
    expect(told, 'at the change, and a minute later').toEqual([away, away]);
    const waiting = await listMail(app.context, 20);
    expect(new Set(waiting.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
      new Set(['waiting 0']),
    );
    app.clock.advance(60 * minuteMs);
    expect(await runDue(queue), 'five minutes apart at most').toBe(1);

    const back = await startMailServer({}, port);
    app.clock.advance(5 * minuteMs);
    expect(await runDue(queue)).toBe(1);
    expect(await runDue(queue)).toBe(5);
    app.clock.advance(5 * minuteMs);
    while ((await runDue(queue)) > 0);
    expect(back.received).toHaveLength(12);
    expect(told.slice(2)).toEqual([away, 'the mail server takes mail again']);
  },
);

test.each([
  ['a greeting that does not come', { onConnect: () => {} }],
  [
    'a greeting that refuses',
    {
      onConnect: (_: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error('Too many'), { responseCode: 421 })),
    },
  ],
])('%s is a failure of the line, not of the mail', async (_, options) => {
  const app = await makeTestContext();
  const server = await startMailServer(options as Parameters<typeof startMailServer>[0]);
  await post(app);
  const send = makeSmtpSender(app.context.settings, server.url, { greetingTimeout: 200 });
  expect(await deliverDue(app.context, send)).toBe(1);
  expect(await only(app)).toMatchObject({
    state: 'waiting',
    attempts: 0,
    lastError: expect.stringMatching(/\w/),
  });
});

test(
  'mails of a batch share connections, and one that the server has ended harms none',
  { tags: 'full' },
  async () => {
    const app = await makeTestContext();
    let connections = 0;
    const onConnect = (_: unknown, done: () => void): void => {
      connections += 1;
      done();
    };
    const server = await startMailServer({ onConnect, socketTimeout: 200 });
    for (let n = 1; n <= 30; n += 1) await post(app, `test:${n}`);
    const queue = mailQueue(app.context, sender(app, server.url));
    while ((await runDue(queue)) > 0);
    expect(server.received).toHaveLength(30);
    expect(connections).toBeLessThanOrEqual(10);
    await sleep(400);
    await post(app, 'test:later');
    expect(await runDue(queue)).toBe(1);
    expect(await only(app)).toMatchObject({ state: 'sent', attempts: 1 });
  },
);

test('a mail at which the server hangs up each time is given up as any other, and holds the others up once', async () => {
  const app = await makeTestContext();
  const taken: string[] = [];
  const queue = mailQueue(app.context, async ({ recipient }) => {
    if (recipient.startsWith('bad')) return { kind: 'unreachable', reason: 'Connection closed' };
    taken.push(recipient);
    return { kind: 'sent' };
  });
  await post(app, 'bad:1', 'bad@example.test');
  expect(await runDue(queue)).toBe(1);
  await post(app, 'good:1');
  app.clock.advance(5_000);
  for (let n = 0; n < 3; n += 1) await runDue(queue);
  expect(taken).toEqual([hello.to]);
  const bad = async () =>
    (await listMail(app.context, 5)).find(({ recipient }) => recipient.startsWith('bad'));
  expect(await bad()).toMatchObject({ state: 'waiting', attempts: 1 });
  await post(app, 'good:2');
  expect(await runDue(queue), 'nothing is paused').toBe(1);
});

test('a link goes before all others that wait, however long they have', async () => {
  const app = await makeTestContext();
  for (let n = 1; n <= 7; n += 1) await post(app, `test:${n}`);
  app.clock.advance(minuteMs);
  const { context, clock } = app;
  await context.database.transaction((writer) =>
    enqueueSecretMail(writer, context.secrets, { ...hello, event: 'link:1' }, clock.now()),
  );
  expect((await claimDue(context, 5)).map(({ event }) => event)).toContain('link:1');
  if (engineName !== 'sqlite') return;
  const plan = await sql<{ detail: string }>`explain query plan select id from outbox where sent_at is null
    and refused_at is null and is_secret = 1 and due_at <= 1 order by due_at`.execute(
    context.database.reader,
  );
  expect(plan.rows.map(({ detail }) => detail).join()).toContain('outbox_links');
});

test('waiting links that another key has encrypted are counted', async () => {
  const { context, clock } = await makeTestContext();
  await context.database.transaction(async (writer) => {
    await enqueueMail(writer, { ...hello, event: 'test:1' }, clock.now());
    await enqueueSecretMail(writer, context.secrets, { ...hello, event: 'link:1' }, clock.now());
  });
  expect(await unopenableMails(context)).toEqual([]);
  for (const mail of [null, makeSealing(['another key'])])
    expect(await unopenableMails({ ...context, secrets: { ...context.secrets, mail } })).toHaveLength(1);
});

test('a clock that was ahead, and is set right, leaves no mail behind', async () => {
  const app = await makeTestContext();
  await post(app);
  const queue = mailQueue(app.context, async () => ({ kind: 'failed', reason: 'Not now' }));
  app.clock.advance(dayMs);
  expect(await runDue(queue)).toBe(1);
  app.clock.advance(-dayMs);
  expect(await runDue(queue), 'due at once').toBe(1);
  expect(await only(app)).toMatchObject({ attempts: 2 });
});

test('mail that has waited for two days without an attempt is sent, or dropped, once somebody has decided', async () => {
  const app = await makeTestApp();
  const { context, clock } = app;
  const server = await startMailServer();
  const deliver = () => deliverDue(context, sender(app, server.url));
  const settings = { ...context.settings, smtpUrl: server.url };
  const decide = (decision: 'send' | 'drop', own: typeof context.settings = settings) =>
    settleHeldMail({ ...context, settings: own }, decision, async () => {});
  await post(app, 'old:1');
  clock.advance(2 * dayMs);
  await post(app, 'new:1');
  expect(await deliver()).toBe(1);
  expect(server.received).toHaveLength(1);
  expect(await countHeldMail(context.database.reader, clock.now())).toBe(1);
  await expect(decide('send', context.settings)).rejects.toThrow('SMTP_URL is not set');
  expect(await decide('send')).toBe(1);
  expect(await deliver()).toBe(1);
  await post(app, 'old:2');
  clock.advance(3 * dayMs);
  expect([await deliver(), await decide('drop'), await decide('drop'), await deliver()]).toEqual([
    0, 1, 0, 0,
  ]);
  expect(await only(app)).toMatchObject({
    state: 'refused',
    lastError: expect.stringContaining('Taken back'),
  });
  expect(await listMail(context, 5, { onlyRefused: true }), 'nobody has to see to it').toEqual([]);
});

test('a permanent refusal is recorded and logged, and may be retried by hand', async () => {
  const app = await makeTestContext();
  let isKnown = false;
  const server = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      done(isKnown ? null : Object.assign(new Error('No such user here'), { responseCode: 550 })),
  });
  const send = sender(app, server.url);
  await post(app);
  await deliverDue(app.context, send);
  expect(await only(app)).toMatchObject({
    state: 'refused',
    lastError: expect.stringContaining('No such user here'),
  });
  app.clock.advance(365 * dayMs);
  expect(await deliverDue(app.context, send)).toBe(0);
  isKnown = true;
  await retryMail(app.context, 1);
  expect(await deliverDue(app.context, send)).toBe(1);
  expect(await only(app)).toMatchObject({ state: 'sent' });
  await expect(retryMail(app.context, 1), 'no event is told twice').rejects.toThrow(/sent already/);
});

test('a mail is tried again when the mailbox is busy', async () => {
  const app = await makeTestContext();
  const server = await startMailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('Not now'), { responseCode: 450 })),
  });
  await post(app);
  await deliverDue(app.context, sender(app, server.url));
  expect(await only(app)).toMatchObject({ state: 'waiting', attempts: 1 });
});

test('of two processes one sends each mail', async () => {
  const app = await makeTestApp();
  const events = Array.from({ length: 12 }, (_, i) => `test:${i}`);
  for (const event of events) await post(app, event);
  const sent: string[] = [];
  const send: Sender = async ({ event }) => {
    sent.push(event);
    return { kind: 'sent' };
  };
  const others = Array.from({ length: 3 }, () => makeDatabase(openLocation(app.databaseLocation)));
  const contexts = [app.context, ...others.map((database) => ({ ...app.context, database }))];
  for (let round = 0; round < 4; round++) {
    await Promise.all(contexts.map((context) => deliverDue(context, send)));
  }
  for (const database of others) await database.close();
  expect(sent.toSorted()).toEqual(events.toSorted());
});

test('a claim whose process died is claimed again after the lease, and not before', async () => {
  const app = await makeTestContext();
  await post(app);
  const [first] = await claimDue(app.context, 5);
  expect(first).toMatchObject({ event: 'test:1', attempts: 1 });
  app.clock.advance(4 * minuteMs);
  expect(await claimDue(app.context, 5)).toEqual([]);
  app.clock.advance(minuteMs);
  expect(await claimDue(app.context, 5)).toMatchObject([{ event: 'test:1', attempts: 2 }]);
});

test('a mail that is sent again after a crash has the same Message-ID', async () => {
  const app = await makeTestContext();
  const server = await startMailServer();
  await post(app);
  const send = sender(app, server.url);
  const [claimed] = await claimDue(app.context, 5);
  // The process dies here: the mail server has said yes, and the row does not know.
  await send(claimed!);
  app.clock.advance(5 * minuteMs);
  await deliverDue(app.context, sender(app, server.url));
  const ids = server.received.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('a worker sends what is enqueued at once, and nothing any more once it is told to stop', async () => {
  const server = await startMailServer();
  const app = await makeTestApp();
  withoutPolling();
  const worker = startWorker(app.context, [mailQueue(app.context, sender(app, server.url))]);
  await post(app, 'test:1');
  await eventually(() => expect(server.received).toHaveLength(1));
  await worker.stop();
  await post(app, 'test:2');
  await app.app.close();
  expect(server.received).toHaveLength(1);
  expect(await only(app)).toMatchObject({ state: 'waiting', attempts: 0 });
});

test('a mail that was sent while the database is away is not sent again', async () => {
  const app = await makeTestContext();
  await post(app);
  const { database } = app.context;
  const away = Object.assign(new Error('The database is away'), { code: 'ECONNREFUSED' });
  const recording = vi.spyOn(database, 'transaction').mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  let sent = 0;
  await deliverDue(app.context, async () => {
    sent += 1;
    return { kind: 'sent' };
  });
  expect([sent, recording.mock.calls.length]).toEqual([1, 3]);
  expect(await only(app)).toMatchObject({ state: 'sent', attempts: 1 });
});

test('a mail that is being sent is not sent twice when the clock is set forward', async () => {
  const app = await makeTestContext();
  await post(app);
  let sent = 0;
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const queue = mailQueue(app.context, async () => {
    sent += 1;
    await ended;
    return { kind: 'sent' };
  });
  const first = runDue(queue);
  await eventually(() => expect(sent).toBe(1));
  app.clock.advance(60 * minuteMs);
  expect(await runDue(queue)).toBe(0);
  end();
  await first;
  expect([sent, (await only(app))?.state]).toEqual([1, 'sent']);
});

test('when nothing is due nothing is written', async () => {
  const app = await makeTestContext();
  const writes = vi.spyOn(app.context.database, 'nonDurableTransaction');
  expect(await deliverDue(app.context, async () => ({ kind: 'sent' }))).toBe(0);
  expect(writes).not.toHaveBeenCalled();
});
