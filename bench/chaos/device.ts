import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { chromiumArgs } from '#support/chromium-args';

/** A profile's folder, which outlives its browser; a session's cookie; the screen that a new page begins with. */
type DeviceOptions = { folder: string; browser: string; url: string; cookie: string; home: string };

/** A request in the device's outbox. */
export type QueuedRequest = { state: string; call: string; text: string };

const patienceMs = 60_000;
const hangMs = 5_000;
const yearSeconds = 365 * 24 * 3_600;

/** Reads the outboxes of all accounts, in the page. */
async function readOutboxes(): Promise<QueuedRequest[]> {
  const result = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('An outbox cannot be read')));
    });
  const found: QueuedRequest[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('capstone outbox of ')) continue;
    const database = await result(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const entries = await result(database.transaction(store).objectStore(store).getAll());
      for (const entry of entries as { state?: string; call?: string; idempotencyKey?: string }[])
        if (entry.idempotencyKey !== undefined)
          found.push({ state: entry.state ?? '', call: entry.call ?? '', text: JSON.stringify(entry) });
    }
    database.close();
  }
  return found;
}

/** Whether the page is hydrated: a click then does what it should. */
function isHydrated(): boolean {
  const heading = document.querySelector('main h1');
  const owned = heading?.closest('article') ?? heading;
  return owned != null && Object.keys(owned).some((key) => key.startsWith('__reactProps'));
}

/** Whether the service worker has the forum with these questions, and what the form of a submission shows. */
async function isCached(questions: readonly string[]): Promise<boolean> {
  const name = (await caches.keys()).find((one) => one.startsWith('personal of '));
  if (name === undefined) return false;
  const cache = await caches.open(name);
  const keys = await cache.keys();
  const read = async (address: RegExp) => {
    const key = keys.find(({ url }) => address.test(url));
    return key === undefined ? '' : ((await (await cache.match(key))?.text()) ?? '');
  };
  const forum = await read(/\/discussion\/discussion\/.*limit=50$/);
  const work = [await read(/\/students\/timeline\//), await read(/\/students\/submissions\//)];
  return questions.every((id) => forum.includes(`"_id":"${id}"`)) && !work.includes('');
}

/** A browser with a profile that stays, and one page in it. */
export class Device {
  readonly home: string;
  readonly #options: DeviceOptions;
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #isOffline = false;

  constructor(options: DeviceOptions) {
    this.#options = options;
    this.home = options.home;
  }

  async #open(): Promise<BrowserContext> {
    const { folder, browser, url, cookie } = this.#options;
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: browser,
      args: chromiumArgs,
      viewport: { width: 390, height: 844 },
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      serviceWorkers: 'allow',
    });
    const [name = '', value = ''] = cookie.split('=', 2);
    const expires = Date.now() / 1_000 + yearSeconds;
    await context.addCookies([{ name, value, url, expires, httpOnly: true, sameSite: 'Lax' }]);
    await context.setOffline(this.#isOffline);
    this.#context = context;
    return context;
  }

  /** The page; a new one where there is none, at the screen that a visit begins with. */
  async page(): Promise<Page> {
    if (this.#page !== null && !this.#page.isClosed()) return this.#page;
    const context = this.#context ?? (await this.#open());
    this.#page = context.pages()[0] ?? (await context.newPage());
    this.#page.setDefaultTimeout(patienceMs);
    this.#page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
    await this.#go(this.home);
    return this.#page;
  }

  async #go(path: string): Promise<void> {
    const page = this.#page as Page;
    await page.goto(this.#options.url + path, { waitUntil: 'commit' });
    await page.waitForFunction(isHydrated);
  }

  /** Opens a screen by its address; reloads it where it is open. */
  async visit(path: string): Promise<Page> {
    const page = await this.page();
    await this.#go(path);
    return page;
  }

  /** Opens a screen by its address, unless it is open. */
  async show(path: string): Promise<Page> {
    const page = await this.page();
    return page.url() === this.#options.url + path ? page : this.visit(path);
  }

  /** Until the visited screen would also open offline, with these questions in the forum. */
  async awaitCached(questions: readonly string[]): Promise<void> {
    const page = await this.page();
    await this.awaitWorker();
    const giveUpAt = performance.now() + patienceMs;
    // `waitForFunction` takes the promise itself for a yes.
    while (!(await page.evaluate(isCached, questions))) {
      if (performance.now() > giveUpAt) throw new Error('the screens are not cached on the device');
      await sleep(50);
    }
  }

  /** Until the service worker answers for the page. */
  async awaitWorker(): Promise<void> {
    const page = await this.page();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  }

  async reload(): Promise<void> {
    const page = await this.page();
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(isHydrated);
  }

  /** What the page shows, for the report of a failure. */
  async describe(): Promise<string> {
    const text = await this.#page?.innerText('main', { timeout: 1_000 }).catch(() => 'nothing');
    return `the page shows ${JSON.stringify(text?.slice(0, 300))}`;
  }

  /** Whether the screen says that the last change was not saved. */
  async saysUnsaved(): Promise<boolean> {
    return (await this.page()).getByRole('status').getByText('This was not saved.').isVisible();
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.#isOffline = isOffline;
    const set = this.#context?.setOffline(isOffline).then(() => 'set');
    // It waits for ever for a worker that crashed with its page. A new browser begins as told.
    if ((await Promise.race([set, sleep(hangMs, 'hangs')])) === 'hangs') await this.closeBrowser();
  }

  async closePage(): Promise<void> {
    const page = this.#page;
    // The last page of a browser takes the browser with it.
    if (page !== null) await page.context().newPage();
    await page?.close();
    this.#page = null;
  }

  /** Kills the page's process. */
  async crashPage(): Promise<void> {
    const page = this.#page;
    if (page === null) return;
    await page.context().newPage();
    const crashed = page.waitForEvent('crash');
    const session = await page.context().newCDPSession(page);
    session.send('Page.crash').catch(() => {});
    await crashed;
    await page.close();
    this.#page = null;
  }

  async closeBrowser(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    this.#page = null;
    // It may have ended already.
    await context?.close().catch(() => {});
  }

  /** What the device has not sent yet, or was refused. */
  async outbox(): Promise<QueuedRequest[]> {
    const queued = await (await this.page()).evaluate(readOutboxes);
    return queued.filter(({ state }) => state !== 'done');
  }
}
