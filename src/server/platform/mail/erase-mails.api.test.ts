import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { engineName } from '#support/empty-database';
import { runDue } from '#support/run-due';
import { makeTestContext } from '#support/test-app';
import { mailQueue } from './mail-queue.ts';
import { mailsNaming, redactSentMail, replaceInMails, sentMailRetentionMs } from './erase-mails.ts';
import { listMail, readMail, retryMail } from './outbox-admin.ts';
import { enqueueMail } from './enqueue-mail.ts';

const mail = { to: 'asha@example.test', subject: 'Receipt', text: 'Words', html: '<p>Words</p>' };

test('the body of a sent mail is redacted after 90 days; its row stays, and the event is not sent again', async () => {
  const { context, clock } = await makeTestContext();
  const post = (event: string) =>
    context.database.transaction((writer) => enqueueMail(writer, { ...mail, event }, clock.now()));
  await post('receipt:1');
  await runDue(mailQueue(context, async () => ({ kind: 'sent' })));
  await post('receipt:2');
  await runDue(mailQueue(context, async () => ({ kind: 'refused', reason: 'No such mailbox' })));
  await post('receipt:3');

  clock.advance(sentMailRetentionMs - 1);
  expect(await redactSentMail(context)).toBe(0);
  clock.advance(1);
  expect(await redactSentMail(context)).toBe(1);
  expect(await redactSentMail(context)).toBe(0);

  await post('receipt:1');
  const [waiting, refused, sent, ...others] = await listMail(context, 10);
  expect(others).toEqual([]);
  const read = async (one: typeof sent) => readMail(context, one?.id ?? 0);
  expect(await read(sent)).toMatchObject({ state: 'sent', recipient: mail.to, subject: 'Receipt', text: '' });
  // Nobody has had these yet.
  expect(await read(refused)).toMatchObject({ state: 'refused', text: 'Words' });
  expect(await read(waiting)).toMatchObject({ state: 'waiting', text: 'Words' });
  await expect(retryMail(context, sent?.id ?? 0)).rejects.toThrow('has been sent already');
});

test.runIf(engineName === 'postgres')(
  'a mail whose id was passed before its transaction ended is found by the second search',
  async () => {
    const { context, clock } = await makeTestContext();
    const { database } = context;
    const post = (event: string) => ({ ...mail, event, text: 'About Asha Menon' });
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    let begun = (): void => {};
    const begins = new Promise<void>((resolve) => (begun = resolve));
    const slow = database.transaction(async (writer) => {
      await enqueueMail(writer, post('slow:1'), clock.now());
      begun();
      await ended;
    });
    await begins;
    await database.transaction((writer) => enqueueMail(writer, post('quick:1'), clock.now()));
    const first = await mailsNaming(database.reader, ['Asha Menon'], 0);
    expect(first.ids).toHaveLength(1);
    end();
    await slow;
    const second = await mailsNaming(database.reader, ['Asha Menon'], first.upTo);
    expect(new Set([...first.ids, ...second.ids]).size).toBe(2);
  },
);

test('many are redacted in one run, by an index', async () => {
  const { context, clock } = await makeTestContext();
  const now = clock.now();
  const rows = Array.from({ length: 1_100 }, (_, n) => ({
    event: `receipt:${n}`,
    recipient: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    is_secret: 0 as const,
    created_at: now,
    due_at: now,
    sent_at: now,
    refused_at: null,
    last_error: null,
  }));
  await context.database.transaction((writer) => writer.insertInto('outbox').values(rows).execute());
  clock.advance(sentMailRetentionMs);
  expect(await redactSentMail(context)).toBe(1_100);
  if (engineName === 'sqlite') {
    const plan = await sql<{ detail: string }>`explain query plan
      select id from outbox where sent_at <= 1 and sent_at is not null and text <> '' order by sent_at`.execute(
      context.database.reader,
    );
    expect(plan.rows.map(({ detail }) => detail).join()).toContain('outbox_words');
  }
});

test('a name is found and replaced in any case, also with letters beyond ASCII', async () => {
  const { context, clock } = await makeTestContext();
  const { database } = context;
  const names = ['Anu Thomas', 'Élodie Ömer', 'ÇELIK', 'Łukasz Wróbel'];
  const written = [
    'ANU THOMAS',
    'anu thomas',
    'ÉLODIE ÖMER',
    'élodie ömer',
    'Çelik',
    'çelik',
    'Łukasz Wróbel',
  ];
  await database.transaction(async (writer) => {
    for (const text of ['Others', ...written])
      await enqueueMail(writer, { ...mail, text, event: text }, clock.now());
  });
  const { ids } = await mailsNaming(database.reader, names, 0);
  expect(ids).toHaveLength(written.length);
  await database.transaction((writer) => replaceInMails(writer, ids, names, 'X'));
  const texts = await database.reader.selectFrom('outbox').select('text').orderBy('id').execute();
  expect(texts.map(({ text }) => text)).toEqual(['Others', ...written.map(() => 'X')]);
});
