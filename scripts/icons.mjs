import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './node24.mjs';
import { findBrowser } from './browser.mjs';

/*
 * `node scripts/icons.mjs`: draws the icons of the installed portal from the favicon. They are committed, since a build has
 * no browser, and after `pngquant --speed 1 64` and `optipng -o7`, which leave a third of their bytes: every first visit loads one.
 */
const svg = readFileSync(path.join(root, 'src/web/ui/favicon.svg'), 'utf8');
const square = svg.replace(' rx="100"', '');
/** Phones cut maskable icons to their own shape: what counts stays within the middle four fifths. */
const withRoom = square
  .replace('<path', '<g transform="translate(220 130) scale(.78) translate(-220 -130)"><path')
  .replace('</svg>', '</g></svg>');

const icons = [
  { name: 'icon-192', size: 192, drawing: svg },
  { name: 'icon-512', size: 512, drawing: svg },
  { name: 'icon-maskable-512', size: 512, drawing: withRoom },
  // Apple's own corners are cut by the phone.
  { name: 'apple-touch-icon', size: 180, drawing: square },
];

const { chromium } = await import('@playwright/test');
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? '',
  args: ['--no-sandbox'],
});
const folder = path.join(root, 'src/web/public/icons');
mkdirSync(folder, { recursive: true });
for (const { name, size, drawing } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`);
  writeFileSync(path.join(folder, `${name}.png`), await page.screenshot({ omitBackground: true }));
}
await browser.close();
