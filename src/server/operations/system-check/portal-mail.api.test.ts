import { expect, test } from 'vitest';
import { buildAdministrator } from '#support/factories';
import { startMailServer } from '#support/mail-server';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

test('a repetition after the mail server’s refusal sends again', async () => {
  const mail = await startMailServer();
  await mail.stop();
  const app = await makeTestApp({ settings: { smtpUrl: mail.url } });
  const administrator = await app.as(await buildAdministrator(app.context));
  const send = (address: string) =>
    administrator.post('/api/staff/portal/mail', { address }, { 'idempotency-key': 'k' });
  for (let n = 0; n < 2; n += 1) {
    const refused = await send('office@example.test');
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/ECONNREFUSED/)]);
  }
  expect((await readAuditLog(app)).map(({ act }) => act)).toEqual(['send-test-mail', 'send-test-mail']);
});
