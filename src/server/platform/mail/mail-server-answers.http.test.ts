import { expect, test } from 'vitest';
import { minuteMs } from '#contract/durations';
import { startMailServer, type MailServer } from '#support/mail-server';
import { runDue } from '#support/run-due';
import { makeTestContext, type TestContext } from '#support/test-app';
import { enqueueMail } from './enqueue-mail.ts';
import { mailQueue } from './mail-queue.ts';
import { listMail } from './outbox-admin.ts';
import { makeSmtpSender } from './smtp-sender.ts';

/** What servers answer is read the same on both engines; `mail-queue.api.test.ts` has the queue's statements. */

type Hook = 'onConnect' | 'onMailFrom' | 'onRcptTo' | 'onData';
type Answer = { hook: Hook; code: number; text?: string | undefined };
type Session = { envelope?: { rcptTo?: { address: string }[] } };
type Done = (error: Error | null) => void;

/** A server that answers so, until told to take all; recipients that begin with `good` are taken. */
async function startRefusing({ hook, code, text = 'Not now' }: Answer) {
  let isTaking = false;
  const settle = (done: Done, to = ''): void =>
    done(isTaking || to.startsWith('good') ? null : Object.assign(new Error(text), { responseCode: code }));
  const hooks: Record<Hook, (first: unknown, second: unknown, third: unknown) => void> = {
    onConnect: (_, done) => settle(done as Done),
    onMailFrom: (_, __, done) => settle(done as Done),
    onRcptTo: (to, _, done) => settle(done as Done, (to as { address: string }).address),
    onData: (stream, session, done) => {
      const mail = stream as NodeJS.ReadableStream;
      mail.resume();
      mail.on('end', () => settle(done as Done, (session as Session).envelope?.rcptTo?.[0]?.address));
    },
  };
  const options = { [hook]: hooks[hook] };
  const server: MailServer = await startMailServer(options);
  return { ...server, takeAll: () => (isTaking = true) };
}

async function post({ context, clock }: TestContext, count: number, name = 'student'): Promise<void> {
  const words = { subject: 'Hello', text: 'Words', html: '<p>Words</p>' };
  await context.database.transaction(async (writer) => {
    for (let n = 1; n <= count; n += 1)
      await enqueueMail(
        writer,
        { ...words, event: `${name}:${n}`, to: `${name}${n}@example.test` },
        clock.now(),
      );
  });
}

async function statesOf({ context }: TestContext): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state, attempts } of await listMail(context, 50)) {
    const name = `${state} ${attempts}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function recordLines(app: TestContext): string[] {
  const lines: string[] = [];
  const record = (...line: unknown[]): void => void lines.push(String(line.at(-1)));
  app.context.log = { info: record, warn: record, error: record };
  return lines;
}

const paused = 'the mail server takes no mail: mail is queued';
const again = 'the mail server takes mail again';

const pausing: [string, Answer][] = [
  ['the greeting', { hook: 'onConnect', code: 421 }],
  ['MAIL FROM: throttled', { hook: 'onMailFrom', code: 421, text: '4.7.0 Too many messages' }],
  ['MAIL FROM: greylisted', { hook: 'onMailFrom', code: 450 }],
  ['MAIL FROM: an error', { hook: 'onMailFrom', code: 451 }],
  ['MAIL FROM: no room', { hook: 'onMailFrom', code: 452 }],
  ['MAIL FROM: the sender is refused', { hook: 'onMailFrom', code: 550 }],
  ['RCPT TO: closing', { hook: 'onRcptTo', code: 421 }],
  ['the mail: closing', { hook: 'onData', code: 421 }],
  ['the mail: throttled', { hook: 'onData', code: 454, text: 'Maximum sending rate exceeded' }],
  ['the mail: no room', { hook: 'onData', code: 452, text: '4.3.1 Insufficient system storage' }],
];

test.each(pausing)('"later" to %s pauses all mail and costs none an attempt', async (_, answer) => {
  const app = await makeTestContext();
  const lines = recordLines(app);
  const server = await startRefusing(answer);
  await post(app, 9);
  const queue = mailQueue(app.context, makeSmtpSender(app.context.settings, server.url));
  expect(await runDue(queue)).toBe(5);
  for (const pauseMs of [5_000, 10_000, 20_000]) {
    expect(await runDue(queue), 'paused').toBe(0);
    app.clock.advance(pauseMs);
    expect(await runDue(queue), 'one tries').toBe(1);
  }
  expect(await statesOf(app)).toEqual({ 'waiting 0': 9 });
  expect(lines).toEqual([paused]);
  server.takeAll();
  app.clock.advance(minuteMs);
  while ((await runDue(queue)) > 0);
  expect(await statesOf(app)).toEqual({ 'sent 1': 9 });
  expect(lines).toEqual([paused, again]);
});

test.each([
  ['the login: later', 454],
  ['the login: refused', 535],
])('"%s" pauses all mail and costs none an attempt', async (_, code) => {
  const app = await makeTestContext();
  const server = await startMailServer({
    authOptional: false,
    onAuth: (_auth, _session, done) =>
      done(Object.assign(new Error('Temporary failure'), { responseCode: code })),
  });
  await post(app, 6);
  const url = server.url.replace('smtp://', 'smtp://user:secret@');
  const queue = mailQueue(app.context, makeSmtpSender(app.context.settings, url));
  expect([await runDue(queue), await runDue(queue)]).toEqual([5, 0]);
  expect(await statesOf(app)).toEqual({ 'waiting 0': 6 });
});

const inRow: [string, Answer, number][] = [
  ['RCPT TO', { hook: 'onRcptTo', code: 450, text: 'Greylisted' }, 15_000],
  ['RCPT TO', { hook: 'onRcptTo', code: 452, text: '4.5.3 Too many recipients' }, 15_000],
  ['the mail', { hook: 'onData', code: 451 }, 20_000],
];

test.each(inRow)(
  'the same 4xx to %s three times in a row pauses all mail: %j',
  async (_, answer, thirdMs) => {
    const app = await makeTestContext();
    const lines = recordLines(app);
    const server = await startRefusing(answer);
    await post(app, 9);
    const queue = mailQueue(app.context, makeSmtpSender(app.context.settings, server.url));
    expect(await runDue(queue)).toBe(5);
    for (const pauseMs of [5_000, 10_000, thirdMs]) {
      expect(await runDue(queue), 'paused').toBe(0);
      app.clock.advance(pauseMs);
      expect(await runDue(queue), 'one tries').toBe(1);
    }
    expect(await statesOf(app)).toEqual({ 'waiting 0': 7, 'waiting 1': 2 });
    expect(lines.toSorted()).toEqual(['mail failed', 'mail failed', paused]);
    server.takeAll();
    app.clock.advance(2 * minuteMs);
    while ((await runDue(queue)) > 0);
    expect(await statesOf(app)).toEqual({ 'sent 1': 7, 'sent 2': 2 });
  },
);

test.each([
  [450, 'Greylisted', 'waiting 1'],
  [451, '4.7.1 Try again later', 'waiting 1'],
  [452, '4.2.2 The mailbox is full', 'waiting 1'],
  [550, 'No such user here', 'refused 1'],
])('%i for one recipient among good ones: the others go out', async (code, text, state) => {
  const app = await makeTestContext();
  const server = await startRefusing({ hook: 'onRcptTo', code, text });
  await post(app, 1);
  await post(app, 9, 'good');
  const queue = mailQueue(app.context, makeSmtpSender(app.context.settings, server.url));
  expect([await runDue(queue), await runDue(queue), await runDue(queue)]).toEqual([5, 5, 0]);
  expect(await statesOf(app)).toEqual({ 'sent 1': 9, [state]: 1 });
});

test('a mail that is too large for the server stops no other', async () => {
  const app = await makeTestContext();
  const lines = recordLines(app);
  const server = await startRefusing({ hook: 'onMailFrom', code: 552, text: '5.3.4 Message too big' });
  await post(app, 6);
  const queue = mailQueue(app.context, makeSmtpSender(app.context.settings, server.url));
  expect([await runDue(queue), await runDue(queue)]).toEqual([5, 1]);
  expect(await statesOf(app)).toEqual({ 'waiting 1': 6 });
  expect(lines).not.toContain(paused);
});

test('a server that takes some mails a minute is asked seldom, and no mail has an attempt less', async () => {
  const app = await makeTestContext();
  const lines = recordLines(app);
  let minute = 0;
  let taken = 0;
  let refused = 0;
  const server = await startMailServer({
    onMailFrom: (_address, _session, done) => {
      const now = Math.floor(app.clock.now() / minuteMs);
      if (now > minute) [minute, taken] = [now, 0];
      if (taken < 4) {
        taken += 1;
        return done();
      }
      refused += 1;
      return done(Object.assign(new Error('4.7.0 Rate exceeded'), { responseCode: 421 }));
    },
  });
  await post(app, 20);
  const queue = mailQueue(app.context, makeSmtpSender(app.context.settings, server.url));
  for (let second = 0; second < 8 * 60; second += 5) {
    while ((await runDue(queue)) > 0);
    app.clock.advance(5_000);
  }
  expect(await statesOf(app)).toEqual({ 'sent 1': 20 });
  expect(refused).toBeLessThan(50);
  expect(lines.length).toBeLessThan(20);
});
