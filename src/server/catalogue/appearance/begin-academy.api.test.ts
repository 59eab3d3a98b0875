import { expect, test } from 'vitest';
import { messages } from '#contract/messages';
import { issueSetupToken } from '#server/accounts/sign-up/set-up-administrator';
import { encodeForm } from '#support/encode-form';
import { buildAdministrator, buildBatch } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"></path></svg>';
const meera = { name: 'Meera', email: 'meera@example.test', password: 'monsoon-7-kayal' };

async function makePortal(settings: object = {}) {
  const app = await makeTestApp({ settings });
  const token = (await issueSetupToken(app.context)) as string;
  const setUp = (academy: object) => app.nobody.post('/api/auth/setup', { token, ...meera, ...academy });
  const putLogo = (of: string) => {
    const { body, headers } = encodeForm([
      ['token', of],
      ['file', { name: 'logo.svg', bytes: svg }],
    ]);
    return app.nobody.post('/api/auth/setup/logo', body, headers);
  };
  const readAppearance = async () =>
    (await (await app.as(await buildAdministrator(app.context))).get('/api/staff/face')).body;
  return { app, token, setUp, putLogo, readAppearance };
}

test('the first administrator names the academy: name, colour, zone and logo are there before the first login', async () => {
  const { app, token, setUp, putLogo, readAppearance } = await makePortal();
  const invalid = { status: 400, body: { message: messages.tokenInvalid } };
  expect(await putLogo('unknown')).toMatchObject(invalid);
  const { body: stored } = await putLogo(token);
  expect(stored.logo).toMatch(/^\/face\/\w+\.webp$/);
  const typed = { academy_name: 'Nila Institute', accent: '#0D5A50', zone: 'Europe/Berlin' };
  expect((await setUp(typed)).status).toBe(201);
  expect(await putLogo(token)).toMatchObject(invalid);
  expect(app.context.settings).toMatchObject({ academyName: 'Nila Institute', academyZone: 'Europe/Berlin' });
  expect(await readAppearance()).toMatchObject({
    name: 'Nila Institute',
    accent: '#0d5a50',
    zone: 'Europe/Berlin',
    defaults: { zone_fixed: null },
    logo: { light: stored.logo },
  });
  const events = (await readAuditLog(app)).map(({ act }) => act);
  expect(events).toEqual(expect.arrayContaining(['put-logo', 'set-up-administrator', 'change-face']));
});

test('a wrong field refuses all of it, and the link still works', async () => {
  const { app, setUp, readAppearance } = await makePortal();
  for (const [academy, field] of [
    [{ academy_name: 'Nila', zone: 'Mars/Olympus' }, 'zone'],
    [{ academy_name: 'Nila', accent: '#ffff00' }, 'accent'],
  ] as const) {
    const { status, body } = await setUp(academy);
    expect([status, body.fields?.[0]?.name]).toEqual([400, field]);
  }
  expect(await app.context.database.reader.selectFrom('academy_face').selectAll().execute()).toEqual([]);
  // Without a word about the academy, as a page of the version before.
  expect((await setUp({})).status).toBe(201);
  expect(await readAppearance()).toMatchObject({ name: null, zone: 'Asia/Kolkata' });
});

test('what the environment sets cannot be changed, and the refusal names the setting', async () => {
  const fixed = { academyName: true, academyZone: true };
  const { setUp, readAppearance } = await makePortal({ academyName: 'Nila', fixed });
  expect((await setUp({ academy_name: 'Other' })).body.message).toContain('ACADEMY_NAME');
  expect((await setUp({ zone: 'Europe/Berlin' })).body.message).toContain('ACADEMY_ZONE');
  expect((await setUp({ academy_name: 'Nila', zone: 'Asia/Kolkata' })).status).toBe(201);
  expect(await readAppearance()).toMatchObject({
    zone: 'Asia/Kolkata',
    defaults: { zone_fixed: expect.stringContaining('ACADEMY_ZONE') },
  });
});

test('the zone cannot change once a batch has dates, which the refusal names', async () => {
  const { app, setUp } = await makePortal();
  const office = await app.as(await buildAdministrator(app.context));
  const change = (zone: string) => office.put('/api/staff/face', { name: 'Nila', zone });
  expect(await change('Asia/Tokyo')).toMatchObject({ status: 200, body: { zone: 'Asia/Tokyo' } });
  await buildBatch(app.context, { name: 'MERN-2026-11' });
  for (const refused of [await change('Europe/Berlin'), await setUp({ zone: 'Europe/Berlin' })])
    expect(refused.status).toBe(400);
  expect((await change('Europe/Berlin')).body).toMatchObject({
    message: 'The time zone stays. It cannot change, because MERN-2026-11 has dates.',
    fields: [{ name: 'zone' }],
  });
  // Others change without it, also from a page that knows of no zone.
  expect((await office.put('/api/staff/face', { name: 'Nila Two' })).body).toMatchObject({
    name: 'Nila Two',
    zone: 'Asia/Tokyo',
  });
});
