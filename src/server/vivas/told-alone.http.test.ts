import { expect, test } from 'vitest';
import { calendarPartOf } from '#support/mailed-calendar';
import { startMailServer } from '#support/mail-server';
import { runDue } from '#support/run-due';
import { makeVivaOffice } from '#support/viva-office';
import { webBuild } from '#support/web-build';
import { dueMailQueue } from '../notices/mails/due-mail-queue.ts';
import { mailQueue } from '../platform/mail/mail-queue.ts';
import { makeSmtpSender } from '../platform/mail/smtp-sender.ts';
import { sendDailyMails } from '../progress/daily-mails/daily-mails.ts';

const publicUrl = new URL('https://portal.example.test');
const moved = '2026-12-03T11:35';

/** All that a student is told of a viva, by each way on which it comes. */
async function whatIsTold() {
  const office = await makeVivaOffice('2026-11-30T05:00:00.000Z', { publicUrl }, webBuild());
  const { context, publish, move, ravi, asha, nobody, nextDay } = office;
  const server = await startMailServer();
  const send = async () => {
    await runDue(dueMailQueue(context));
    await sendDailyMails(context, new AbortController().signal);
    const queue = mailQueue(context, makeSmtpSender(context.settings, server.url));
    while ((await runDue(queue)) > 0);
  };
  await publish();
  await send();
  await nextDay();
  await move(ravi, moved);
  await publish();
  await send();
  const { client, email } = asha;
  const { address } = (await client.put('/api/account/calendar')).body;
  const mails = server.received.filter(({ to }) => to.includes(email)).map(({ raw }) => raw);
  const ways: Record<string, string> = {
    mails: mails.join('\n'),
    invitations: mails.map((raw) => calendarPartOf(raw)?.text ?? '').join('\n'),
    feed: String((await nobody.get(new URL(address).pathname)).body),
  };
  const calls = ['notices', `students/viva-time/${email}`, `students/calendarEvent/${email}?task=viva`];
  const pages = ['/viva', '/ProjectDashboard1?tab=viva', '/StudentDashboard', '/notices', '/account'];
  for (const path of [...calls.map((call) => `/api/${call}`), ...pages]) {
    const { status, body } = await client.get(path);
    ways[path] = `${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`;
  }
  return { ...office, ways };
}

test('no mail, invitation, feed, event, notice or page tells a student of a classmate or of an examiner', async () => {
  const { ways, asha, ravi, administrator } = await whatIsTold();
  const foreign = [ravi.email, 'Ravi', administrator.email, '11:35', '10:25', '06:05:00', '0605', '045500'];
  const found = Object.entries(ways).flatMap(([way, told]) =>
    foreign.filter((text) => told.includes(text)).map((text) => `${way}: ${text}`),
  );
  expect(found).toEqual([]);
  const without = Object.entries(ways).filter(([, told]) => !/10:00|T04:30:00|20261203T043000Z/.test(told));
  expect(
    without.map(([way]) => way),
    'each of them has the own time',
  ).toEqual([`/api/students/calendarEvent/${asha.email}?task=viva`, '/account']);
});
