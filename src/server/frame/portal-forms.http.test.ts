import { expect, test } from 'vitest';
import { buildAdministrator, buildMentor } from '#support/factories';
import { startMailServer } from '#support/mail-server';
import { invalidFields, keysOf, postForm } from '#support/posted-forms';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

test('what the portal stands on is shown, and a mail sent for trial, without scripts', async () => {
  const mail = await startMailServer();
  const app = await makeTestApp({ settings: { smtpUrl: mail.url }, app: { pages: webBuild() } });
  const administrator = await app.as(await buildAdministrator(app.context));
  const url = '/staff/portal';
  const shown = (await administrator.get(url)).body as string;
  const place = (text: string): number => {
    expect(shown).toContain(text);
    return shown.indexOf(text);
  };
  // What fails comes before what is in order.
  expect(place('There is no backup')).toBeLessThan(place('checks passed'));
  expect(place('checks passed')).toBeLessThan(place('accepts mail from'));
  const [key] = keysOf(shown);
  const press = (address: string) =>
    postForm(administrator, url, { act: 'mail', address, 'Idempotency-Key': String(key) });
  const wrong = await press('office');
  expect([wrong.status, invalidFields(wrong.body)]).toEqual([400, ['address']]);
  expect(wrong.body).toContain('value="office"');
  for (let n = 0; n < 2; n += 1) expect((await press('office@example.test')).status).toBe(303);
  expect(mail.received).toHaveLength(1);

  const mentor = await app.as(await buildMentor(app.context));
  const others = (await mentor.get(url)).body as string;
  expect(others).toContain('This page is for the office');
  expect(others).not.toContain('accepts mail from');
});
