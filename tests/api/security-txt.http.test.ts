import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { readSettings } from '#server/platform/settings/settings';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

const path = '/.well-known/security.txt';
const contacts = (value: string) => readSettings({ SECURITY_CONTACT: value }).securityContacts;

test('whom to tell of a weakness, in the words of RFC 9116', async () => {
  const securityContacts = contacts(
    'security@academy.test, https://academy.test/security, tel:+91-471-2700811',
  );
  const publicUrl = new URL('https://portal.test');
  const { nobody, clock } = await makeTestApp({ settings: { securityContacts, publicUrl } });
  const { status, headers, body } = await nobody.get(path);
  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: 'text/plain; charset=utf-8',
  });
  const lines = String(body).split('\n');
  expect(lines).toEqual([
    'Contact: mailto:security@academy.test',
    'Contact: https://academy.test/security',
    'Contact: tel:+91-471-2700811',
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    'Preferred-Languages: en',
    `Canonical: https://portal.test${path}`,
    '',
  ]);
  // Always some months ahead, and never a year.
  const left = Date.parse((lines[3] as string).slice('Expires: '.length)) - clock.now();
  expect(left).toBeGreaterThan(178 * dayMs);
  expect(left).toBeLessThan(365 * dayMs);
});

test('without the setting there is no such page', async () => {
  const { nobody } = await makeTestApp({ app: { pages: webBuild() } });
  expect((await nobody.get(path)).status).toBe(404);
});

test.each(['nobody', 'http://academy.test', 'javascript:alert(1)', 'a@b.test, ', 'https://a.test/\u0000'])(
  '%j is no contact, which the start says',
  (value) => {
    expect(() => contacts(value)).toThrow(/^Setting SECURITY_CONTACT is .*; allowed: email addresses/);
  },
);
