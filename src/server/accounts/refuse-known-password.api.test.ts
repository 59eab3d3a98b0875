import { expect, test } from 'vitest';
import { demoEmail, demoPassword } from '#contract/demo-accounts';
import { buildStudent } from '#support/factories';
import { makeTestContext } from '#support/test-app';
import { refuseKnownPassword } from './refuse-known-password.ts';
import { SettingsError } from '../platform/settings/settings.ts';

async function makeDemo(password: string) {
  const { context } = await makeTestContext();
  const password_hash = await context.passwords.hash(password);
  for (const email of [demoEmail('new'), demoEmail('admin')]) {
    await buildStudent(context, { email, password_hash });
  }
  return (host: string) => refuseKnownPassword({ ...context, settings: { ...context.settings, host } });
}

test('the known password of the demo is served to this machine alone', async () => {
  const serveAt = await makeDemo(demoPassword);
  for (const host of ['127.0.0.1', '::1', 'localhost']) await expect(serveAt(host)).resolves.toBeUndefined();
  for (const host of ['0.0.0.0', '::', '192.168.0.7', 'portal.example.test']) {
    const error: unknown = await serveAt(host).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SettingsError);
    expect((error as Error).message).toContain(`Setting HOST is "${host}", so others could reach`);
  }
});

test("a demo with a password of its own, and a portal without the demo's accounts, are served anywhere", async () => {
  await expect((await makeDemo('a password of our own'))('0.0.0.0')).resolves.toBeUndefined();
  const { context } = await makeTestContext();
  await buildStudent(context, { password_hash: await context.passwords.hash(demoPassword) });
  const settings = { ...context.settings, host: '0.0.0.0' };
  await expect(refuseKnownPassword({ ...context, settings })).resolves.toBeUndefined();
});
