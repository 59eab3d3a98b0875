import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { chromiumArgs } from '#support/chromium-args';
import { spawnPortal } from '#support/spawn-portal';
import { makeAcademy } from '../../tests/e2e/office-walk/academy.ts';
import { comeInByInvitation } from '../../tests/e2e/office-walk/come-in.ts';
import {
  addMentor,
  moveStudent,
  placeStray,
  suspendStudent,
  undoChoice,
} from '../../tests/e2e/office-walk/look-after.ts';
import { fillCatalogue, setUp } from '../../tests/e2e/office-walk/set-up.ts';
import { printInvitations, takePeopleIn } from '../../tests/e2e/office-walk/take-in.ts';
import type { Walk } from '../../tests/e2e/office-walk/walk.ts';
import { watchPage } from '../../tests/e2e/portal.ts';

/**
 * An academy's office takes its intake in at a portal as `npm start` runs it, from the first start's link on and without any
 * command: two courses, six batches, twenty projects, and five hundred people from two spreadsheets; ten of them come in on
 * phones. Prints how long each part took, typing and reading not counted; pictures of each step go to screenshots/office/.
 */
const { values: options } = parseArgs({
  options: { people: { type: 'string', default: '500' }, comers: { type: 'string', default: '10' } },
});
const size = { batches: 6, projects: 20, people: Number(options.people) };
const comers = Number(options.comers);

const executablePath = process.env['CHROME_PATH'];
if (executablePath === undefined) {
  console.error('bench:office needs a browser: set CHROME_PATH, or start it by npm run bench:office');
  process.exit(1);
}
const pictures = fileURLToPath(new URL('../../screenshots/office', import.meta.url));
rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });
const folder = mkdtempSync(path.join(tmpdir(), 'capstone-office-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const portal = spawnPortal({ DATA_DIR: folder });
const url = await portal.listening;
const setupToken = /\/setup\?token=(\S+)/.exec(portal.output())?.[1] ?? '';
const browser = await chromium.launch({ executablePath, args: chromiumArgs });

const watched: string[][] = [];
function watch(page: Page): Page {
  watched.push(watchPage(page));
  return page;
}
const locale = { locale: 'en-IN', timezoneId: 'Asia/Kolkata' };
let count = 0;
/** Milliseconds that pictures took: no office waits for them. */
let looked = 0;
const walk: Walk = {
  url,
  setupToken,
  page: watch(await browser.newPage({ viewport: { width: 1366, height: 900 }, ...locale })),
  newPhone: async () =>
    watch(
      await browser.newPage({
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        ...locale,
      }),
    ),
  academy: makeAcademy(size),
  comers,
  async look(name, page) {
    const from = performance.now();
    const file = `${String(++count).padStart(2, '0')}-${name}.png`;
    await page.screenshot({ path: path.join(pictures, file), fullPage: true });
    looked += performance.now() - from;
  },
};

async function timed<T>(what: string, run: () => Promise<T>): Promise<T> {
  const [from, before] = [performance.now(), looked];
  const result = await run();
  const seconds = (performance.now() - from - (looked - before)) / 1_000;
  console.log(`${what.padEnd(46)}${seconds.toFixed(1)} s`);
  return result;
}

await timed('the first administrator', () => setUp(walk));
await timed(`${size.batches} batches and ${size.projects} projects`, () => fillCatalogue(walk));
await timed('a mentor is invited', () => addMentor(walk));
await timed(`${size.people} people from two spreadsheets`, () => takePeopleIn(walk));
const links = await timed(`${size.people} invitations printed`, () => printInvitations(walk));
const comer = await timed(`${comers} students come in on phones`, () => comeInByInvitation(walk, links));
await timed('a stray is placed', () => placeStray(walk));
await timed('a choice is undone', () => undoChoice(walk, comer));
await timed('a student is moved', () => moveStudent(walk, comer.person));
await timed('a student is suspended', () => suspendStudent(walk, comer));
const complaints = watched.flat();
await browser.close();
await portal.kill();
console.log(`what pages complained of                      ${complaints.length}`);
for (const complaint of complaints) console.error(complaint);
console.log(`${count} pictures: screenshots/office/`);
process.exitCode = complaints.length === 0 ? 0 : 1;
