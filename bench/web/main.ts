import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seedDemo } from '#cli/demo/seed-demo';
import { sessionCookieName } from '#server/accounts/session-cookie';
import { beginSession } from '#server/accounts/sessions';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings';
import { startPortal } from '../servers.ts';
import { loadLighthouse, medianAudit, readResult, setCookies, type Audit, type Form } from './audit.ts';
import { measureReload } from './reload.ts';
import { measureVisits, type Visits } from './second-visit.ts';
import {
  dashboards,
  peer,
  reloadBarKb,
  returnBar,
  returned,
  webBars,
  webScreens,
  type WebScreen,
} from './screens.ts';

/** Lighthouse over the screens of the demo, as a visitor's browser meets them; see `npm run bench:web` in the README. */
const { values: options } = parseArgs({
  options: {
    lighthouse: { type: 'string' },
    runs: { type: 'string', default: '5' },
    form: { type: 'string', default: 'mobile,desktop' },
    only: { type: 'string' },
  },
});
const runs = Number(options.runs);
const forms = options.form.split(',') as Form[];
const isWanted = ({ name }: { name: string }) => options.only === undefined || name.includes(options.only);
const screens = webScreens.filter(isWanted);

const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-bench-web-'));

/** A session of each demo account, by its name. */
async function seed(): Promise<Map<string, string>> {
  const settings = { ...readSettings({}), dataDir };
  const context = await openContext(settings, { info() {}, warn() {}, error: console.error });
  await seedDemo(context);
  const accounts = await context.database.reader.selectFrom('accounts').select(['id', 'email']).execute();
  const cookies = new Map<string, string>();
  for (const { id, email } of accounts) {
    if (!email.endsWith('@example.test')) continue;
    const token = await context.database.transaction((writer) =>
      beginSession(writer, id, context.clock.now()),
    );
    cookies.set(email.slice(0, email.indexOf('@')), `${sessionCookieName(settings)}=${token}`);
  }
  await closeContext(context);
  return cookies;
}

const columns = [
  ['score', (a: Audit) => String(a.performance)],
  ['a11y/bp/seo', (a: Audit) => `${a.accessibility}/${a.bestPractices}/${a.seo}`],
  ['first paint', (a: Audit) => `${(a.fcp / 1000).toFixed(2)} s`],
  ['LCP', (a: Audit) => `${(a.lcp / 1000).toFixed(2)} s`],
  ['blocking', (a: Audit) => `${Math.round(a.blocking)} ms`],
  ['without the tool', (a: Audit) => `${Math.round(a.blocking - a.toolBlocking)} ms`],
  ['shift', (a: Audit) => a.shift.toFixed(3)],
  ['KB', (a: Audit) => a.kb.toFixed(0)],
  ['script KB', (a: Audit) => a.scriptKb.toFixed(0)],
  ['requests', (a: Audit) => String(a.requests)],
  ['later', (a: Audit) => String(a.requestsLater)],
  ['machine', (a: Audit) => `${Math.round(a.benchmarkIndex)} / ${a.slowdown.toFixed(1)}`],
] as const;

/** What a screen misses of its bars. */
function missed({ as }: WebScreen, audit: Audit): string[] {
  const bars = as === undefined ? webBars.public : webBars.signedIn;
  const figures = { ...audit, blocking: audit.blocking - audit.toolBlocking };
  const over = (['lcp', 'blocking', 'shift', 'kb', 'scriptKb', 'requests'] as const).filter(
    (key) => figures[key] > bars[key],
  );
  const under = [
    ...(audit.performance < bars.performance ? ['score'] : []),
    ...(audit.accessibility < 100 ? ['accessibility'] : []),
    ...(audit.bestPractices < 100 ? ['best practices'] : []),
    ...(as === undefined && audit.seo < 100 ? ['SEO'] : []),
  ];
  return [...under, ...over];
}

function print(form: Form, rows: { screen: WebScreen; audit: Audit }[]): void {
  console.log(`\n## ${form}, median of ${runs}\n`);
  console.log(
    `| screen | ${columns.map(([title]) => title).join(' | ')} | largest paint | missed |\n|${'---|'.repeat(columns.length + 3)}`,
  );
  for (const { screen, audit } of rows) {
    const element = /^<\w+/.exec(audit.element)?.[0].slice(1) ?? '';
    const misses = missed(screen, audit);
    console.log(
      `| ${screen.name} | ${columns.map(([, show]) => show(audit)).join(' | ')} | ${element} | ${misses.join(', ')} |`,
    );
    const isPublic = screen.as === undefined;
    const failed = audit.failed.filter(
      (id) => isPublic || !/crawlable|meta-description|canonical|robots/.test(id),
    );
    if (failed.length > 0) console.log(`  failed: ${failed.join(', ')}`);
  }
  if (form === 'mobile') {
    for (const { name, performance, lcp, blocking, kb, requests } of peer) {
      console.log(
        `| ${name} | ${performance} | | | ${(lcp / 1000).toFixed(2)} s | ${blocking} ms | | ${kb} | | ${requests} | | | | |`,
      );
    }
  }
}

const cookies = await seed();
const portal = await startPortal({ DATA_DIR: dataDir });
const { lighthouse, desktop, launch } = await loadLighthouse(options.lighthouse as string);
function readCookie(text: string | undefined): { name: string; value: string }[] {
  const [name = '', value = ''] = text?.split('=', 2) ?? [];
  return name === '' ? [] : [{ name, value }];
}

/** What Lighthouse does in one browser, in which somebody is signed in. */
type InBrowser = {
  audit: (flags?: Record<string, unknown>) => Promise<Audit>;
  debuggingPort: number;
  url: string;
};

/** Looks at a screen in a browser of its own; what Lighthouse itself could not finish is done again. */
async function inBrowser<T>(
  screen: WebScreen,
  form: Form,
  work: (browser: InBrowser) => Promise<T>,
  attempt = 1,
): Promise<T> {
  const chrome = await launch({
    envVars: { ...process.env, TZ: screen.zone },
    chromePath: process.env.CHROME_PATH,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const session = screen.as === undefined ? undefined : cookies.get(screen.as);
  const own = [session, screen.isZoneKnown ? `zone=${encodeURIComponent(screen.zone)}` : undefined];
  const url = portal.url + screen.path;
  const config = form === 'desktop' ? desktop : undefined;
  const audit = async (flags = {}) =>
    readResult((await lighthouse(url, { port: chrome.port, logLevel: 'silent', ...flags }, config)).lhr);
  try {
    await setCookies(chrome.port, portal.url, own.flatMap(readCookie));
    return await work({ audit, debuggingPort: chrome.port, url });
  } catch (error) {
    if (attempt === 3) throw error;
  } finally {
    await chrome.kill();
  }
  return inBrowser(screen, form, work, attempt + 1);
}

try {
  for (const form of forms) {
    const rows: { screen: WebScreen; audit: Audit }[] = [];
    for (const screen of screens) {
      const audits: Audit[] = [];
      for (let run = 0; run < runs; run++) audits.push(await inBrowser(screen, form, ({ audit }) => audit()));
      const audit = medianAudit(audits);
      rows.push({ screen, audit });
      console.error(
        `${form} ${screen.name}: ${audit.performance}, LCP ${Math.round(audit.lcp)} ms, ${audit.element.slice(0, 120)}`,
      );
    }
    print(form, rows);
  }
  console.log('\n## reload\n\n| screen | KB | requests | bar |\n|---|---|---|---|');
  for (const { name, path: address, as = '' } of dashboards.filter(isWanted)) {
    const { kb, requests } = await measureReload(portal.url + address, cookies.get(as) ?? '');
    const verdict = kb > reloadBarKb ? 'missed' : '';
    console.log(`| ${name} | ${kb.toFixed(1)} | ${requests} | ≤ ${reloadBarKb} KB ${verdict} |`);
  }
  console.log('\n## second visit, with the service worker\n');
  console.log('| screen | LCP | again | share | bar | kept KB |\n|---|---|---|---|---|---|');
  for (const screen of returned.filter(isWanted)) {
    const visits: Visits[] = [];
    for (let run = 0; run < runs; run++)
      visits.push(
        await inBrowser(screen, 'mobile', ({ audit, ...browser }) => measureVisits(audit, browser)),
      );
    const [first, second] = [
      medianAudit(visits.map((visit) => visit.first)).lcp,
      medianAudit(visits.map((visit) => visit.second)).lcp,
    ];
    const verdict = second / first > returnBar ? 'missed' : '';
    const kept = visits.at(-1)?.kbOfWorker ?? 0;
    console.log(
      `| ${screen.name} | ${(first / 1000).toFixed(2)} s | ${(second / 1000).toFixed(2)} s | ${(second / first).toFixed(2)} | ≤ ${returnBar} ${verdict} | ${kept.toFixed(0)} |`,
    );
  }
} finally {
  await portal.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
