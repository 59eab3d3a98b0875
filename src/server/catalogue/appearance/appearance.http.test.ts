import { expect, onTestFinished, test } from 'vitest';
import { contrast } from '#contract/catalogue/accent';
import { buildApp } from '#server/app';
import { encodeForm } from '#support/encode-form';
import { eventually } from '#support/eventually';
import { buildAdministrator } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { announce } from '../../platform/database/announce.ts';
import { applyAppearance, readAppearance } from './appearance.ts';

const steps = Array.from({ length: 5 }, (_, index) => ({ title: `Step ${index + 1}`, text: 'Do it.' }));
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"></path></svg>';
const at = '/api/staff/face';

async function makeOffice() {
  const app = await makeTestApp();
  const office = await app.as(await buildAdministrator(app.context));
  const put = (fields: object) => office.put(at, fields);
  const putLogo = (bytes: string | Buffer, scheme = 'light') => {
    const form = encodeForm([
      ['scheme', scheme],
      ['file', { name: 'logo', bytes }],
    ]);
    return office.post(`${at}/logo`, form.body, form.headers);
  };
  return { ...app, office, put, putLogo };
}

test('without a appearance the portal’s own shows, and each field says what an empty one means', async () => {
  const { office } = await makeOffice();
  expect((await office.get(at)).body).toMatchObject({
    name: null,
    accent: null,
    steps: null,
    logo: { light: null, dark: null },
    defaults: { name: 'ICTAK', contact: null, zone_fixed: null },
    zone: 'Asia/Kolkata',
  });
});

test('a change is kept, in the audit log, and refused over another one', async () => {
  const { put, office, context } = await makeOffice();
  const { version } = (await office.get(at)).body as { version: string };
  const first = await put({ name: ' Northern Academy ', accent: '#0D5A50', steps, version });
  expect(first.body).toMatchObject({ name: 'Northern Academy', accent: '#0d5a50', steps, heading: null });
  const second = await put({ name: 'Southern Academy', version });
  expect([second.status, second.body.current.name]).toEqual([409, 'Northern Academy']);
  const [line] = (await readAuditLog({ context })).filter(({ act }) => act === 'change-face');
  expect(line?.after).toMatchObject({ name: 'Northern Academy', accent: '#0d5a50' });
});

test('a red of 3.9 on white is refused with the nearest that can be read', async () => {
  const { put } = await makeOffice();
  const refused = await put({ accent: '#ed3f3f' });
  expect(contrast('#ed3f3f', '#ffffff').toFixed(1)).toBe('3.9');
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('hard to read')]);
  const nearest = /(#[\da-f]{6})\.$/.exec(refused.body.message)?.[1] as string;
  expect(contrast(nearest, '#ffffff')).toBeGreaterThan(4.5);
  expect((await put({ accent: nearest })).status).toBe(200);
});

test.each([
  [
    { accent: '#f04040' },
    /^#f04040 is hard to read: its contrast is 3\.\d, and 4\.5 is needed\. The nearest readable colour is #[\da-f]{6}\.$/,
  ],
  [{ accent: 'red' }, 'accent must be a colour as #rrggbb'],
  [{ name: 'x'.repeat(61) }, 'name can have at most 60 characters'],
  [{ steps: steps.slice(1) }, 'steps must be 5, or null'],
  [
    { steps: [...steps.slice(1), { title: '', text: 'x' }] },
    'Fill in the title of each step, or leave all steps empty',
  ],
  [{ contact: 'ask us' }, 'contact must be an email address, an https:// address or a tel: number'],
])('%j is refused in words, and nothing is changed', async (fields, message) => {
  const { put, office } = await makeOffice();
  const refused = await put(fields);
  expect(refused.status).toBe(400);
  expect(refused.body.message).toMatch(message);
  expect((await office.get(at)).body).toMatchObject({ name: null, accent: null, steps: null, contact: null });
});

test('a logo is drawn, shown to everyone under an address of its content, and removed', async () => {
  const { putLogo, office, app } = await makeOffice();
  const put = await putLogo(svg.replace('<path', '<script>alert(1)</script><path'));
  const address = put.body.logo.light as string;
  expect(address).toMatch(/^\/face\/[\da-f]{20}\.webp$/);
  await eventually(async () => expect((await app.inject({ url: address })).statusCode).toBe(200));
  const shown = await app.inject({ url: address });
  expect(shown.rawPayload.toString('latin1', 8, 12)).toBe('WEBP');
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': expect.stringContaining('immutable') as string,
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
  });
  expect((await office.delete(`${at}/logo/light`)).body.logo).toEqual({ light: null, dark: null });
  await eventually(async () => expect((await app.inject({ url: address })).statusCode).toBe(404));
});

test('an SVG that an earlier version stored is shown as it is, without script or references, until it is replaced', async () => {
  const { putLogo, office, app, context } = await makeOffice();
  const png = (await putLogo(svg)).body.logo.light as string;
  const mail = (await readAppearance(context.database.reader)).logos.light?.mail.toString('base64');
  const stored = `0123456789abcdef0123.svg ${Buffer.from(svg).toString('base64')} ${mail}`;
  await context.database.transaction(async (writer) => {
    await writer.updateTable('academy_face').set({ logo_light: stored }).execute();
    announce(writer, 'texts');
  });
  expect((await office.get(at)).body.logo.light).toBe('/face/0123456789abcdef0123.svg');
  const read = () => app.inject({ url: '/face/0123456789abcdef0123.svg' });
  await eventually(async () => expect((await read()).body).toBe(svg));
  expect((await read()).headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  expect((await putLogo(svg)).body.logo.light).toBe(png);
});

test('mails get each logo as a small PNG, and the accent of both schemes', async () => {
  const { putLogo, put, context } = await makeOffice();
  const wide = svg.replace('<svg', '<svg viewBox="0 0 90000 9000"').replace('M0 0h9v9z', 'M0 0h90000v9000z');
  expect((await putLogo(wide)).status).toBe(200);
  expect((await putLogo(svg, 'dark')).status).toBe(200);
  await put({ accent: '#5a0d3c' });
  applyAppearance(context.settings, await readAppearance(context.database.reader));
  const { logo, accent } = context.settings.mailAppearance;
  expect(logo.light).toMatchObject({ width: 160, height: 16 });
  expect(logo.dark).toMatchObject({ width: 40, height: 40 });
  for (const one of [logo.light, logo.dark]) {
    expect(one?.png.toString('latin1', 1, 4)).toBe('PNG');
    expect(one?.png.length).toBeLessThan(10_000);
  }
  expect(accent).toMatchObject({ light: { accent: '#5a0d3c', onAccent: '#ffffff' } });
  applyAppearance(context.settings, {
    ...(await readAppearance(context.database.reader)),
    logos: { light: null, dark: null },
  });
  expect(context.settings.mailAppearance.logo).toEqual({ light: null, dark: null });
});

test.each([
  ['larger than allowed', Buffer.alloc(200 * 1024 + 1, ' '), 413, 'A logo can have at most 200 KB.'],
  ['of 40 MB', Buffer.alloc(40 * 1024 * 1024, ' '), 413, 'A logo can have at most 200 KB.'],
  ['a page', '<html></html>', 400, 'The logo is not an SVG.'],
  ['of letters', svg.replace('<path', '<text>A</text><path'), 400, 'The logo contains letters.'],
  ['a damaged PNG', Buffer.from('\x89PNG\r\n\x1a\nx', 'latin1'), 400, 'The logo is damaged.'],
  ['a GIF', Buffer.from('GIF89a', 'latin1'), 400, 'The logo must be an SVG, PNG or WebP picture.'],
])('a logo that is %s is refused', async (_, bytes, status, message) => {
  const { putLogo } = await makeOffice();
  const refused = await putLogo(bytes);
  expect(refused.status).toBe(status);
  expect(refused.body.message).toMatch(message);
});

test('the appearance is on public pages, in the manifest and in mails’ settings when the answer comes', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const server = await buildApp(context, { pages: webBuild() });
  onTestFinished(() => server.close());
  const office = await app.as(await buildAdministrator(context));
  const bodyOf = async (url: string) => (await server.inject({ url })).body;
  expect(await bodyOf('/')).toContain('Build Your Career With ICTAK');
  const workerBefore = await bodyOf('/service-worker.js');
  await office.put(at, {
    name: 'Northern Academy',
    accent: '#5a0d3c',
    heading: 'Learn by building',
    paragraph: 'Four weeks.',
    steps,
    contact: 'office@north.test',
    mail_footer: 'Northern Academy, Kannur',
    country_code: ' 91 ',
  });
  expect(await bodyOf('/')).toContain('Learn by building');
  const home = await bodyOf('/');
  for (const words of ['Four weeks.', 'Step 5', 'Northern Academy', '--accent:#5a0d3c'])
    expect(home).toContain(words);
  expect(JSON.parse(await bodyOf('/manifest.webmanifest'))).toMatchObject({
    name: 'Northern Academy',
  });
  const form = encodeForm([['file', { name: 'logo.svg', bytes: svg }]]);
  const { logo } = (await office.post(`${at}/logo`, form.body, form.headers)).body;
  expect(await bodyOf('/')).toContain(`src="${logo.light}"`);
  expect((await server.inject({ url: logo.light })).statusCode).toBe(200);
  // Another shell: browsers take it.
  expect(await bodyOf('/service-worker.js')).not.toBe(workerBefore);
  expect(context.settings).toMatchObject({
    academyName: 'Northern Academy',
    officeContact: 'mailto:office@north.test',
    mailFooter: 'Northern Academy, Kannur',
    countryCode: '+91',
  });
  const refused = await office.put(at, { country_code: '0091' });
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: [{ name: 'country_code', message: expect.stringContaining('such as +91') }] },
  });
  await office.put(at, {});
  expect(await bodyOf('/')).toContain('Build Your Career With ICTAK');
  expect(context.settings).toMatchObject({ academyName: 'ICTAK', officeContact: null, mailFooter: null });
  expect(context.settings.countryCode).toBeNull();
});
