import { openContext, closeContext } from '#server/platform/open-context';
import { seedDemo } from '#server/demo/seed-demo';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import { readSettings } from '#server/platform/settings/settings';
import { makeFolder } from '../engines.ts';
import { readOptions } from '../options.ts';
import { endRun, expectBar, printTable } from '../report.ts';
import { startPortal } from '../servers.ts';
import { loadLighthouse, medianAudit, readResult, setCookies, type Audit, type Form } from './audit.ts';
import { peer, returnBar, returned, webBars, webScreens, type WebScreen } from './screens.ts';
import { measureVisits, type Visits } from './visits.ts';

/** Lighthouse over the screens of the demo, as a visitor's browser meets them. */
const options = readOptions({ lighthouse: '', runs: 5, form: 'mobile,desktop', only: '' });
const isWanted = ({ name }: { name: string }) => name.includes(options.only);
const dataDir = makeFolder('web');

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

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

const columns: readonly [string, (audit: Audit) => string][] = [
  ['score', (a) => String(a.performance)],
  ['a11y/bp/seo', (a) => `${a.accessibility}/${a.bestPractices}/${a.seo}`],
  ['LCP', (a) => inSeconds(a.lcp)],
  ['blocking', (a) => `${Math.round(a.blocking)} ms`],
  ['without the tool', (a) => `${Math.round(a.blocking - a.toolBlocking)} ms`],
  ['shift', (a) => a.shift.toFixed(3)],
  ['KB', (a) => a.kb.toFixed(0)],
  ['script KB', (a) => a.scriptKb.toFixed(0)],
  ['requests', (a) => String(a.requests)],
  ['later', (a) => String(a.requestsLater)],
  ['machine', (a) => `${Math.round(a.benchmarkIndex)} / ${a.slowdown.toFixed(1)}`],
  ['largest paint', (a) => /^<\w+/.exec(a.element)?.[0].slice(1) ?? ''],
];

/** What a screen misses of its bars. */
function missed({ as }: WebScreen, audit: Audit): string[] {
  const isPublic = as === undefined;
  const bars = isPublic ? webBars.public : webBars.signedIn;
  const figures = { ...audit, blocking: audit.blocking - audit.toolBlocking };
  const over = (['lcp', 'blocking', 'shift', 'kb', 'scriptKb', 'requests'] as const).filter(
    (key) => figures[key] > bars[key],
  );
  // What search engines want is no matter of screens that they cannot see.
  const failed = audit.failed.filter(
    (id) => isPublic || !/crawlable|meta-description|canonical|robots/.test(id),
  );
  return [
    ...(audit.performance < bars.performance ? ['score'] : []),
    ...(audit.accessibility < 100 ? ['accessibility'] : []),
    ...(audit.bestPractices < 100 ? ['best practices'] : []),
    ...(isPublic && audit.seo < 100 ? ['SEO'] : []),
    ...over,
    ...failed,
  ];
}

const cookies = await seed();
const portal = await startPortal({ DATA_DIR: dataDir });
const { lighthouse, desktop, launch } = await loadLighthouse(options.lighthouse);

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

/** Looks at a screen in a browser of its own; what Lighthouse itself could not finish is repeated. */
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

async function repeat<T>(work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < options.runs) results.push(await work());
  return results;
}

async function measureScreens(form: Form): Promise<void> {
  const rows: string[][] = [];
  for (const screen of webScreens.filter(isWanted)) {
    const audit = medianAudit(await repeat(() => inBrowser(screen, form, (browser) => browser.audit())));
    const misses = missed(screen, audit);
    rows.push([screen.name, ...columns.map(([, show]) => show(audit)), misses.join(', ')]);
    console.error(`${form} ${rows.at(-1)?.join(', ')}, ${audit.element.slice(0, 120)}`);
    expectBar(misses.length === 0, `${form} ${screen.name}: ${misses.join(', ')}`);
  }
  for (const { name, performance, lcp, blocking, kb, requests } of form === 'mobile' ? peer : []) {
    const known = { score: performance, LCP: inSeconds(lcp), blocking: `${blocking} ms`, KB: kb, requests };
    const cells = columns.map(([title]) => String(known[title as keyof typeof known] ?? ''));
    rows.push([name, ...cells, '']);
  }
  console.log(`\n## ${form}, median of ${options.runs}\n`);
  printTable(['screen', ...columns.map(([title]) => title), 'missed'], rows);
}

async function measureReturns(): Promise<void> {
  const rows: string[][] = [];
  for (const screen of returned.filter(isWanted)) {
    const visits: Visits[] = await repeat(() =>
      inBrowser(screen, 'mobile', ({ audit, ...browser }) => measureVisits(audit, browser)),
    );
    const first = medianAudit(visits.map((visit) => visit.first)).lcp;
    const second = medianAudit(visits.map((visit) => visit.second)).lcp;
    const share = second / first;
    const kept = visits.at(-1)?.kbOfWorker ?? 0;
    const figures = [inSeconds(first), inSeconds(second), share.toFixed(2), `≤ ${returnBar}`];
    rows.push([screen.name, ...figures, kept.toFixed(0)]);
    expectBar(
      share <= returnBar,
      `second visit of ${screen.name}: ${share.toFixed(2)} of the first one's LCP`,
    );
  }
  console.log('\n## second visit, with the service worker\n');
  printTable(['screen', 'LCP', 'again', 'share', 'bar', 'KB on the device'], rows);
}

for (const form of options.form.split(',') as Form[]) await measureScreens(form);
await measureReturns();
await portal.stop();
endRun();
