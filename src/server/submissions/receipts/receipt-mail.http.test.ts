import { expect, test, vi } from 'vitest';
import { readMail, listMail } from '../../platform/mail/outbox-admin.ts';
import { comments, file, links, makeStudentFixture, week } from '#support/student-fixture';
import { startMailServer } from '#support/mail-server';

test('each submission writes one mail with everything on the receipt, and a repeated one none', async () => {
  const fixture = await makeStudentFixture(8, {
    settings: { publicUrl: new URL('https://portal.example.test') },
  });
  const form = [week('1'), links('https://example.test/<b>'), file('my work', 'a <script>.txt')];
  const key = { 'idempotency-key': 'k' };
  const { receipt } = (await fixture.client.form(fixture.url('uploadWeek'), form, key)).body;
  await fixture.client.form(fixture.url('uploadWeek'), form, key);
  const [mail, ...more] = await listMail(fixture.context, 10);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    recipient: fixture.student.email,
    subject: `Receipt ${receipt.number}: Week 1, version 1`,
    state: 'waiting',
  });
  const { text } = await readMail(fixture.context, mail!.id);
  for (const words of [
    fixture.student.name,
    `Receipt number: ${receipt.number}`,
    'Submitted: 2026-11-21 14:30:00 (Asia/Kolkata)',
    'Submitted, in UTC: 2026-11-21 09:00:00.000',
    'File: a <script>.txt',
    'Size: 7 bytes',
    `SHA-256: ${receipt.file.sha256}`,
    'https://portal.example.test/WeeklySubmission?week=1',
    `https://portal.example.test/verify?number=${receipt.number}`,
  ]) {
    expect(text).toContain(words);
  }
  // A week has no deadline to be in time for.
  expect(text).not.toMatch(/on time|late/);
  const { html } = await fixture.context.database.reader
    .selectFrom('outbox')
    .select('html')
    .executeTakeFirstOrThrow();
  expect(html).toContain('a &lt;script&gt;.txt');
  expect(html).not.toContain('<script>');
});

test('a refused submission tells nobody', async () => {
  const fixture = await makeStudentFixture(8);
  expect((await fixture.client.form(fixture.url('uploadWeek'), [week('1')])).status).toBe(400);
  expect((await fixture.client.form(fixture.url('uploadProject'), [comments('x')])).status).toBe(403);
  expect(await listMail(fixture.context, 10)).toEqual([]);
});

test('a viva that comes in time says so', async () => {
  const fixture = await makeStudentFixture(30);
  await fixture.client.form(fixture.url('uploadViva'), [comments('x'), file('slides')]);
  const [viva] = await listMail(fixture.context, 10);
  expect((await readMail(fixture.context, viva!.id)).text).toContain('(Asia/Kolkata), on time');
});

test('what is submitted late says so, and where there is no file', async () => {
  const fixture = await makeStudentFixture(40);
  await fixture.client.form(fixture.url('uploadViva'), [comments('x'), file('slides')]);
  await fixture.client.form(fixture.url('uploadWeek'), [week('4'), comments('x')]);
  const [weekly, viva] = await listMail(fixture.context, 10);
  expect((await readMail(fixture.context, viva!.id)).text).toContain('(Asia/Kolkata), late');
  expect((await readMail(fixture.context, weekly!.id)).text).toContain('File: None');
});

test('a submission does not wait for a mail server that does not answer', async () => {
  const connected = vi.fn();
  const silent = await startMailServer({ onConnect: connected });
  const fixture = await makeStudentFixture(8, { settings: { smtpUrl: silent.url } });
  const { status } = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('x')]);
  expect(status).toBe(201);
  expect(connected, 'its receipt is sent later').not.toHaveBeenCalled();
  expect(await listMail(fixture.context, 10)).toHaveLength(1);
});

test('to an address that is not confirmed a receipt says nothing that was typed', async () => {
  const fixture = await makeStudentFixture(8);
  await fixture.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ confirmed_at: null }).execute(),
  );
  const form = [week('1'), links('https://evil.test'), comments('Call me'), file('x', 'Call the bank.txt')];
  expect((await fixture.client.form(fixture.url('uploadWeek'), form)).status).toBe(201);
  const [mail] = await listMail(fixture.context, 1);
  const { text } = await readMail(fixture.context, mail!.id);
  expect(text).toMatch(/^Hello,\n/);
  expect(text).toContain('SHA-256: ');
  for (const typed of [fixture.student.name, 'evil.test', 'Call']) expect(text).not.toContain(typed);
});
