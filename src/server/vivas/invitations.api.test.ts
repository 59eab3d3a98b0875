import { expect, test } from 'vitest';
import { hourMs } from '#contract/durations';
import { calendarAfter, calendarPartOf, orders } from '#support/mailed-calendar';
import { startMailServer } from '#support/mail-server';
import { runDue } from '#support/run-due';
import { makeVivaOffice } from '#support/viva-office';
import { dueMailQueue } from '../notices/mails/due-mail-queue.ts';
import { eraseMails, redactSentMail, sentMailRetentionMs } from '../platform/mail/erase-mails.ts';
import { mailQueue } from '../platform/mail/mail-queue.ts';
import { makeSmtpSender } from '../platform/mail/smtp-sender.ts';
import { sendDailyMails } from '../progress/daily-mails/daily-mails.ts';

const publicUrl = new URL('https://portal.example.test');
const never = new AbortController().signal;
/** 7:30 am in the academy, two days before the vivas. */
const soon = '2026-12-01T05:00:00.000Z';
const early = '2026-11-20T05:00:00.000Z';

async function makeMailedOffice(now: string) {
  const office = await makeVivaOffice(now, { publicUrl });
  const { context } = office;
  const server = await startMailServer();
  const queue = mailQueue(context, makeSmtpSender(context.settings, server.url));
  const takeMail = async () => {
    while ((await runDue(queue)) > 0);
  };
  /** What is due now; the server takes it unless it is away. */
  const send = async ({ isAway = false } = {}) => {
    await runDue(dueMailQueue(context));
    await sendDailyMails(context, never);
    if (!isAway) await takeMail();
  };
  const mailsTo = ({ email }: { email: string }) =>
    server.received.filter(({ to }) => to.includes(email)).map(({ raw }) => raw);
  const partsTo = (reader: { email: string }) => mailsTo(reader).flatMap((raw) => calendarPartOf(raw) ?? []);
  return { ...office, server, send, takeMail, mailsTo, partsTo };
}

const hours = (events: ReturnType<typeof calendarAfter>) =>
  events.map(({ startDate }) => startDate.toJSDate().toISOString());

test('a told time is an invitation to the reader alone, in the words of the academy’s clock', async () => {
  const { asha, ravi, publish, send, mailsTo, partsTo, administrator } = await makeMailedOffice(soon);
  await publish();
  await send();
  expect(mailsTo(asha)).toHaveLength(1);
  const [part, ...others] = partsTo(asha);
  expect(others).toEqual([]);
  expect(part?.method).toBe('REQUEST');
  const [event] = calendarAfter(partsTo(asha));
  expect(event?.uid).toMatch(/^viva-time-\d+@portal\.example\.test$/);
  expect([event?.sequence, event?.location, event?.duration.toSeconds()]).toEqual([0, 'Room 2', 20 * 60]);
  expect(event?.description).toBe('Your viva: Thu 3 Dec 2026, 10:00 am IST, Room 2');
  expect(event?.organizer).toBe('mailto:no-reply@portal.example.test');
  expect(event?.attendees.map((one) => one.getFirstValue())).toEqual([`MAILTO:${asha.email}`]);
  const whole = mailsTo(asha).join('') + (part?.text ?? '');
  for (const foreign of [ravi.email, 'Ravi Kumar', '10:25', administrator.email])
    expect(whole).not.toContain(foreign);
});

test('two moves are one event at the last time, and a cancelled one is gone, in whatever order mails arrive', async () => {
  const { asha, ravi, publish, send, partsTo, move, nextDay, remove } = await makeMailedOffice(early);
  await publish();
  await send();
  for (const starts of ['2026-12-03T11:00', '2026-12-03T11:30']) {
    await nextDay();
    await move(asha, starts);
    await publish();
    await send();
  }
  expect(partsTo(asha)).toHaveLength(3);
  for (const order of orders(partsTo(asha)))
    expect(hours(calendarAfter(order))).toEqual(['2026-12-03T06:00:00.000Z']);
  await nextDay();
  await remove(asha);
  await publish();
  await send();
  for (const order of orders(partsTo(asha))) expect(calendarAfter(order)).toEqual([]);
  await nextDay();
  await move(asha, '2026-12-03T10:00');
  await publish();
  await send();
  for (const order of orders(partsTo(asha)))
    expect(hours(calendarAfter(order))).toEqual(['2026-12-03T04:30:00.000Z']);
  expect(hours(calendarAfter(partsTo(ravi))), 'the other’s is as it was').toEqual([
    '2026-12-03T04:55:00.000Z',
  ]);
  expect(partsTo(ravi)).toHaveLength(1);
});

test.each([
  ['in the day’s email', early],
  ['sent at once', soon],
])('two changes on a day are one email at most: %s', async (_, now) => {
  const { asha, publish, send, mailsTo, partsTo, move, nextDay, clock } = await makeMailedOffice(now);
  await publish();
  await send();
  clock.advance(hourMs);
  await move(asha, '2026-12-03T11:00');
  await publish();
  await send();
  await move(asha, '2026-12-03T11:30');
  await publish();
  await send();
  clock.advance(3 * hourMs);
  await send();
  expect(mailsTo(asha)).toHaveLength(1);
  await nextDay();
  await send();
  expect(mailsTo(asha)).toHaveLength(2);
  expect(mailsTo(asha)[1]).not.toContain('11:00');
  expect(hours(calendarAfter(partsTo(asha)))).toEqual(['2026-12-03T06:00:00.000Z']);
});

test('what the mail server has not taken yet is replaced by the last state', async () => {
  const { asha, publish, send, mailsTo, partsTo, move, clock } = await makeMailedOffice(soon);
  await publish();
  await send({ isAway: true });
  await move(asha, '2026-12-03T11:00');
  await publish();
  clock.advance(hourMs);
  await send();
  expect(mailsTo(asha)).toHaveLength(1);
  expect(partsTo(asha)).toHaveLength(1);
  expect(hours(calendarAfter(partsTo(asha)))).toEqual(['2026-12-03T05:30:00.000Z']);
});

test('the day’s email leaves out a time of which an earlier one was sent that day', async () => {
  // 4:30 am in the academy: before the hour of the day's email.
  const now = '2026-12-01T23:00:00.000Z';
  const { asha, publish, send, mailsTo, move, nextDay, clock } = await makeMailedOffice(now);
  await publish();
  await send();
  await move(asha, '2026-12-03T11:00');
  await publish();
  await send();
  clock.advance(4 * hourMs);
  await send();
  expect(mailsTo(asha)).toHaveLength(1);
  await nextDay();
  await send();
  expect(mailsTo(asha)).toHaveLength(2);
});

test('a viva that moves from tomorrow to a later week is told at once', async () => {
  const { asha, publish, send, partsTo, move, nextDay, context } = await makeMailedOffice(early);
  await publish();
  await send();
  for (let days = 0; days < 12; days += 1) await nextDay();
  await move(asha, '2026-12-20T11:00');
  await publish();
  await runDue(dueMailQueue(context));
  await send();
  expect(hours(calendarAfter(partsTo(asha)))).toEqual(['2026-12-20T05:30:00.000Z']);
  const { event } = await context.database.reader
    .selectFrom('outbox')
    .where('recipient', '=', asha.email)
    .orderBy('id', 'desc')
    .limit(1)
    .select('event')
    .executeTakeFirstOrThrow();
  expect(event).toMatch(/^notice:viva-time:/);
});

test('whoever has a calendar address gets a plain email; an event that came by mail is still changed by mail', async () => {
  const { asha, ravi, publish, send, mailsTo, partsTo, move, nextDay } = await makeMailedOffice(soon);
  await asha.client.put('/api/account/calendar');
  await publish();
  await send();
  expect([mailsTo(asha).length, partsTo(asha).length]).toEqual([1, 0]);
  expect(mailsTo(asha)[0]).toContain('10:00 am IST');
  await ravi.client.put('/api/account/calendar');
  await nextDay();
  await move(ravi, '2026-12-03T11:00');
  await move(asha, '2026-12-03T11:30');
  await publish();
  await send();
  expect([mailsTo(asha).length, partsTo(asha).length]).toEqual([2, 0]);
  expect(hours(calendarAfter(partsTo(ravi)))).toEqual(['2026-12-03T05:30:00.000Z']);
});

test('the day’s email has the invitation also for a student who has seen the time; other news follow it', async () => {
  const { asha, publish, send, mailsTo, partsTo, context, clock } = await makeMailedOffice(early);
  await publish();
  await asha.client.post('/api/notices/read', { about: 'viva-time' });
  await send();
  expect(partsTo(asha)).toHaveLength(1);
  expect(mailsTo(asha)[0]).toMatch(/^Subject: Your viva: Fri|^Subject: Your viva: Thu 3 Dec/m);
  const rows = await context.database.reader
    .selectFrom('outbox')
    .where('recipient', '=', asha.email)
    .select(['event', 'calendar'])
    .execute();
  expect(rows.filter(({ calendar }) => calendar !== null).map(({ event }) => event)).toEqual([
    expect.stringMatching(/^daily:\d+:2026-11-20$/),
  ]);
  expect(clock.now()).toBe(Date.parse(early));
});

test('an email that is erased or old keeps no invitation', async () => {
  const { asha, ravi, publish, send, context, clock } = await makeMailedOffice(soon);
  await publish();
  await send();
  const left = async () => {
    const mails = context.database.reader.selectFrom('outbox').where('calendar', 'is not', null);
    return (await mails.select('recipient').execute()).map(({ recipient }) => recipient).toSorted();
  };
  expect(await left()).toEqual([asha.email, ravi.email].toSorted());
  await context.database.transaction((writer) =>
    eraseMails(writer, { addresses: [asha.email], events: 'none' }, clock.now()),
  );
  expect(await left()).toEqual([ravi.email]);
  clock.advance(sentMailRetentionMs);
  await redactSentMail(context);
  expect(await left()).toEqual([]);
});
