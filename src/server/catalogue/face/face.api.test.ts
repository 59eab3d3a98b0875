import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#server/app';
import { closeContext, openContext } from '#server/platform/open-context';
import { engineName } from '#support/empty-database';
import { encodeForm } from '#support/encode-form';
import { eventually } from '#support/eventually';
import { buildAdministrator } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"></path></svg>';

async function changeFace(app: Awaited<ReturnType<typeof makeTestApp>>) {
  const office = await app.as(await buildAdministrator(app.context));
  const form = encodeForm([['file', { name: 'logo.svg', bytes: svg }]]);
  await office.put('/api/staff/face', { name: 'Northern Academy' });
  return office.post('/api/staff/face/logo', form.body, form.headers);
}

test('a logo for dark screens alone is stored', async () => {
  const app = await makeTestApp();
  const office = await app.as(await buildAdministrator(app.context));
  const form = encodeForm([
    ['scheme', 'dark'],
    ['file', { name: 'logo.svg', bytes: svg }],
  ]);
  const { body } = await office.post('/api/staff/face/logo', form.body, form.headers);
  expect(body.logo).toMatchObject({ light: null, dark: expect.stringContaining('.webp') });
});

test('words and logo are stored beside each other', async () => {
  const { body } = await changeFace(await makeTestApp());
  expect(body).toMatchObject({ name: 'Northern Academy', logo: { light: expect.stringContaining('.webp') } });
});

// Several machines share a PostgreSQL.
test.runIf(engineName === 'postgres')('another machine has the new face, in its mails as well', async () => {
  const app = await makeTestApp();
  const other = await openContext(
    { ...app.context.settings, databaseUrl: app.databaseLocation },
    app.context.log,
  );
  const server = await buildApp(other, { pages: webBuild() });
  onTestFinished(async () => {
    await server.close();
    await closeContext(other);
  });
  await changeFace(app);
  await eventually(() => {
    expect(other.settings.academyName).toBe('Northern Academy');
    expect(other.settings.mailLook.logo.light?.png.length).toBeGreaterThan(0);
  });
});
