import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type BrowserContext } from '@playwright/test';
import { startSlowLine } from './slow-line.ts';

/** The largest paint of a first visit and of the next one, in milliseconds, and how many requests each waited for. */
export type Visits = { first: number; second: number; kbOfWorker: number };

/** How many times slower the phone's processor is, as in Lighthouse's mobile preset. */
const slowdown = 4;

/** Opens an address in a window of its own. @returns its largest paint, once the page has come to rest */
async function largestPaint(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN),
          ).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          });
        }),
    );
  } finally {
    await page.close();
  }
}

/** Waits until the service worker has what it keeps. @returns the size of it, in KB as stored */
async function untilKept(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: 'networkidle' });
    // Not in the page: a function that is asked again and again there must not give a promise, which is always true.
    const isKept = () => page.evaluate(async () => (await caches.keys()).includes('catalogue'));
    for (const giveUpAt = Date.now() + 60_000; !(await isKept()); await delay(250))
      if (Date.now() > giveUpAt) throw new Error('The service worker has not kept the catalogue in 60 s');
    return await page.evaluate(async () => ((await navigator.storage.estimate()).usage ?? 0) / 1024);
  } finally {
    await page.close();
  }
}

/**
 * Visits a screen twice, with Lighthouse's slow 4G and slow phone: as a browser that was never here, and once the service
 * worker has kept what it keeps, over new connections.
 * @param cookie name and value
 */
export async function measureVisits(portalUrl: string, address: string, cookie: string): Promise<Visits> {
  const line = await startSlowLine(portalUrl);
  const browser = await chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '',
    args: ['--no-sandbox'],
  });
  try {
    const context = await browser.newContext({
      timezoneId: 'Asia/Kolkata',
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
    });
    const [name = '', value = ''] = cookie.split('=', 2);
    await context.addCookies([{ name, value, url: portalUrl }]);
    const first = await largestPaint(context, line.url + address);
    const kbOfWorker = await untilKept(context, line.url + address);
    line.reset();
    const second = await largestPaint(context, line.url + address);
    return { first, second, kbOfWorker };
  } finally {
    await browser.close();
    await line.stop();
  }
}
