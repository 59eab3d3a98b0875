import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { seedDemo } from '#server/demo/seed-demo';
import { startPortal, type Portal } from '#support/start-portal';
import { demoEmail } from '#contract/demo-accounts';
import { mockResponses, mockStates, type MockState } from '#support/mock-responses';
import { waysToScripted } from '../e2e/screen-states.ts';
import { startOfWork, workOf } from '../e2e/first-fold.ts';
import { ready } from '../e2e/screens.ts';
import {
  demoScreens,
  type DemoScreen,
  type ScreenName,
  type ScriptedScreenName,
} from '#support/demo-screens';

/** Takes a picture of every screen, phone and desktop, light and dark, into screenshots/ with a page to look through them. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = path.join(root, 'screenshots');
const pictures = path.join(root, 'docs/pictures');
const widths = [390, 1366] as const;
const schemes = ['light', 'dark'] as const;
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const forReadme = process.argv.includes('--readme');

type Shot = DemoScreen & { mockState?: MockState };

const shots: Shot[] = [
  ...demoScreens,
  ...demoScreens
    .filter(({ mocked }) => mocked)
    .flatMap(({ name, path, as }) =>
      mockStates.map((mockState) => ({
        name: `${name}-${mockState}`,
        path,
        ...(as && { as }),
        mockState,
      })),
    ),
];

async function take(
  browser: Browser,
  portal: Portal,
  shot: Shot,
  width: number,
  colorScheme: 'light' | 'dark',
) {
  const page = await browser.newPage({
    baseURL: portal.url,
    viewport: { width, height: width === 390 ? 844 : 768 },
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // It would answer in the place of mocks, as in the browser tests.
    serviceWorkers: 'block',
  });
  if (shot.as !== undefined) {
    const account = await portal.context.database.reader
      .selectFrom('accounts')
      .where('email', '=', demoEmail(shot.as))
      .select('id')
      .executeTakeFirstOrThrow();
    await portal.signIn(page, account);
  }
  if (shot.mockState !== undefined) await mockResponses(page, shot.mockState);
  await page.goto(shot.path, { waitUntil: 'load' });
  // The scripts come after the first paint, and with it, for a moment, no request.
  if (shot.scripted || (shot.mockState ?? 'loading') !== 'loading') await ready(page);
  // A skeleton shows only after a short delay; other screens are done when the network is idle.
  await (shot.mockState === 'loading' ? page.waitForTimeout(700) : page.waitForLoadState('networkidle'));
  if (shot.scripted) await waysToScripted[shot.name as ScriptedScreenName](page);
  for (const { role, name } of shot.press ?? [])
    await page.getByRole(role, { name, exact: true }).first().click();
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
  await page.waitForTimeout(150);
  if (colorScheme === 'light' && shot.mockState === undefined && workOf[shot.name as ScreenName]) {
    const start = await startOfWork(page, shot.name as ScreenName).catch(() => null);
    console.log(`${shot.name}: its work begins at ${start ?? 'no'} px of ${width} px width`);
  }
  const file = `${shot.name}-${width}-${colorScheme}.png`;
  // A dialog belongs to the window, not to the page behind it.
  const fullPage = (await page.locator('dialog[open]').count()) === 0;
  await page.screenshot({ path: path.join(folder, file), fullPage });
  const picture = { '1366 light': shot.picture, '390 dark': shot.darkPicture }[
    `${width} ${colorScheme}` as '1366 light'
  ];
  if (forReadme && picture !== undefined) {
    await page.screenshot({ path: path.join(pictures, `${picture}.jpg`), type: 'jpeg', quality: 70 });
  }
  await page.close();
  return file;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
if (forReadme) mkdirSync(pictures, { recursive: true });
/** As an operator sets it up: screens say when there is no web address, and invitations need it. */
async function startDemo(isRendering = true) {
  const portal = await startPortal(async (context) => {
    // The port is not known yet.
    context.settings.publicUrl = new URL('http://127.0.0.1');
    await seedDemo(context);
  }, isRendering);
  portal.context.settings.publicUrl = new URL(portal.url);
  return portal;
}

const portal = await startDemo();
const portalOfShells = await startDemo(false);
const browser = await chromium.launch({
  ...(process.env.CHROME_PATH ? { executablePath: process.env.CHROME_PATH } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const rows: string[] = [];
  for (const shot of shots) {
    if (names.length > 0 && !names.some((word) => shot.name.startsWith(word))) continue;
    if (forReadme && shot.picture === undefined && shot.darkPicture === undefined) continue;
    const files: string[] = [];
    for (const width of widths)
      for (const scheme of schemes) {
        // What writes has a portal of its own: the next picture begins where this one began.
        const own = shot.writes && (await startDemo());
        const from = own || (shot.mockState === undefined ? portal : portalOfShells);
        files.push(await take(browser, from, shot, width, scheme));
        if (own) await own.stop();
      }
    const cells = files
      .map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`)
      .join('');
    rows.push(
      `<h2>${shot.name} <small>${shot.path}${shot.as ? ` as ${shot.as}@` : ''}</small></h2><div>${cells}</div>`,
    );
    console.log(shot.name);
  }
  const style =
    'body{font:16px system-ui;margin:2rem}div{display:flex;gap:1rem;align-items:start}img{width:22vw;border:1px solid #999}';
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('\n')}`,
  );
  console.log(`Pictures and their index: ${path.relative(root, folder)}/index.html`);
} finally {
  await browser.close();
  await portal.stop();
  await portalOfShells.stop();
}
