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

function form() {
  const { body, headers } = encodeForm([['file', { name: 'logo.svg', bytes: svg }]]);
  return [body, headers] as const;
}

async function changeAppearance(app: Awaited<ReturnType<typeof makeTestApp>>) {
  const office = await app.as(await buildAdministrator(app.context));
  await office.put('/api/staff/face', { name: 'Northern Academy' });
  return office.post('/api/staff/face/logo', ...form());
}

test('a logo for dark screens alone is stored', async () => {
  const app = await makeTestApp();
  const office = await app.as(await buildAdministrator(app.context));
  const dark = encodeForm([
    ['scheme', 'dark'],
    ['file', { name: 'logo.svg', bytes: svg }],
  ]);
  const { body } = await office.post('/api/staff/face/logo', dark.body, dark.headers);
  expect(body.logo).toMatchObject({ light: null, dark: expect.stringContaining('.webp') });
});

test('of two who change a logo the later is told, and a logo that nobody has seen is not removed', async () => {
  const app = await makeTestApp();
  const office = await app.as(await buildAdministrator(app.context));
  const put = (fill: string, original?: string) =>
    office.form('/api/staff/face/logo', [
      ...(original === undefined ? [] : [['original', original] as [string, string]]),
      ['file', { name: 'logo.svg', bytes: svg.replace('<path', `<path fill="${fill}"`) }],
    ]);
  const remove = (original?: string) =>
    office.delete(`/api/staff/face/logo/light${original === undefined ? '' : `?original=${original}`}`);
  const { light: theirs } = (await put('red', '')).body.logo;
  for (const older of [await put('blue', ''), await put('blue', '/face/else.webp'), await remove('')])
    expect(older).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: /^This logo was changed/, current: { logo: { light: theirs } } },
    });
  // The same logo is no conflict, nor is a page that has seen it.
  expect((await put('red', '')).status).toBe(200);
  const { light: mine } = (await put('blue', theirs)).body.logo;
  expect(mine).not.toBe(theirs);
  expect((await remove(theirs)).status).toBe(409);
  expect((await remove(mine)).body.logo.light).toBeNull();
  // Removed meanwhile.
  expect((await put('red', mine)).status).toBe(409);
  expect((await remove(mine)).status).toBe(200);
  // A page of a version before says nothing of what it saw.
  expect([(await put('red')).status, (await remove()).status]).toEqual([200, 200]);
});

test('words and logo are stored beside each other', async () => {
  const { body } = await changeAppearance(await makeTestApp());
  expect(body).toMatchObject({ name: 'Northern Academy', logo: { light: expect.stringContaining('.webp') } });
});

test('two people change the appearance: different words both hold, and of one word the later is told', async () => {
  const app = await makeTestApp();
  const office = await app.as(await buildAdministrator(app.context));
  const colleague = await app.as(await buildAdministrator(app.context));
  const appearance = '/api/staff/face';
  const { logo: _, defaults: __, ...shown } = (await office.get(appearance)).body;
  const typed = (words: Record<string, unknown>) => ({
    ...shown,
    ...words,
    began: Object.fromEntries(Object.keys(words).map((name) => [name, shown[name]])),
  });
  const heading = { heading: 'Learn by building' };
  expect((await colleague.put(appearance, typed(heading))).status).toBe(200);
  const saved = await office.put(appearance, typed({ name: 'Northern Academy', accent: '#0d5a50' }));
  expect(saved.body).toMatchObject({ ...heading, name: 'Northern Academy', accent: '#0d5a50' });
  const refused = await office.put(appearance, typed({ heading: 'Build', mail_footer: 'Kochi' }));
  expect(refused).toMatchObject({ status: 409, body: { current: { ...heading, mail_footer: null } } });
  expect((await office.get(appearance)).body).toEqual(saved.body);
  expect((await office.put(appearance, typed({ heading: ' Learn by building ' }))).body).toEqual(saved.body);
  const steps = Array.from({ length: 5 }, (_, n) => ({ title: `Step ${n}`, text: 'Do it.' }));
  expect((await colleague.put(appearance, typed({ steps }))).body).toMatchObject({ steps, ...heading });
  expect((await office.put(appearance, { ...typed({}), began: { logo: null } })).status).toBe(400);
  // Without it the condition is the version alone.
  expect((await office.put(appearance, { ...shown, ...heading })).status).toBe(409);
  const { version } = (await office.get(appearance)).body;
  expect((await office.put(appearance, { ...heading, version })).body).toMatchObject({
    name: null,
    steps: null,
  });
});

test('two who save the appearance in the same moment lose nothing of each other', async () => {
  const app = await makeTestApp();
  const office = await app.as(await buildAdministrator(app.context));
  const words = { name: 'Northern Academy', heading: 'Build', paragraph: 'By doing.', contact: 'tel:+911' };
  const answers = await Promise.all([
    ...Object.entries(words).map(([name, word]) =>
      office.put('/api/staff/face', { [name]: word, began: { [name]: null } }),
    ),
    office.post('/api/staff/face/logo', ...form()),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { body } = await office.get('/api/staff/face');
  expect(body).toMatchObject({ ...words, logo: { light: expect.stringContaining('.webp') } });
});

// Several machines share a PostgreSQL.
test.runIf(engineName === 'postgres')(
  'another machine has the new appearance, in its mails as well',
  async () => {
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
    await changeAppearance(app);
    await eventually(() => {
      expect(other.settings.academyName).toBe('Northern Academy');
      expect(other.settings.mailAppearance.logo.light?.png.length).toBeGreaterThan(0);
    });
  },
);
