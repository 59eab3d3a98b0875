import { expect, type Page } from '@playwright/test';
import { isFromPlaywright } from './playwright-messages.ts';
import { ready } from './screens.ts';

/** What a screen says: the texts of a list's cards, and all the rest. A clock that goes on is left out. */
type Words = { rest: string; cards: string[]; localTimes: string[] };
export type Seen = {
  /** When the server's HTML was there, before any script. */
  before: Words;
  after: Words;
  /** What moved by itself, with the share of the screen as the browser counts it. */
  shifts: string[];
  /** Calls that read while the page loaded. */
  reads: string[];
  /** What the browser complained of; that there is no such page is no complaint. */
  printed: string[];
  answer: { address: string; status: number; policy: string };
};

/** A page whose data was slow comes with a skeleton first; on a busy machine that is no fault of the screen. */
const triesForWholePage = 4;

/** Runs inside the page, before anything of the page does. */
function watchFromTheStart(): void {
  const readWords = (): Words => {
    const body = document.body.cloneNode(true) as HTMLElement;
    // Who is online, and on paper the portal's address, are told later; what is seen is no notice any more.
    const left = 'script, style, [role="timer"], [class*="online"], [class*="printOnly"], a[href="/notices"]';
    for (const element of body.querySelectorAll(left)) element.remove();
    const isLocal = ({ textContent }: Element) => textContent.endsWith(' where you are)');
    const locals = [...body.querySelectorAll('time > span:last-child')].filter(isLocal);
    for (const local of locals) local.remove();
    const cards = [...body.querySelectorAll('article')];
    for (const card of cards) card.remove();
    const textOf = (element: Element) => element.textContent.replaceAll(/\s+/g, ' ').trim();
    return { rest: textOf(body), cards: cards.map(textOf), localTimes: locals.map(textOf) };
  };
  const seen = { readWords, before: null as Words | null, shifts: [] as string[] };
  Object.assign(window, { seen });
  addEventListener('DOMContentLoaded', () => (seen.before = readWords()));
  new PerformanceObserver((list) => {
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
    type Shift = { value: number; sources: readonly Source[] };
    // A digit of a clock that goes on is no shift of the screen.
    const isClock = ({ node }: Source) => node?.parentElement?.closest('[role="timer"]') != null;
    // The footer stands at the window's end, and rises as the parser fills it.
    const isFilledFooter = ({ node, previousRect: from, currentRect: to }: Source) =>
      node?.nodeName === 'FOOTER' && from.height < to.height;
    const say = ({ node, previousRect: from, currentRect: to }: Source) =>
      `"${node?.textContent?.slice(0, 40)}" from ${from.x},${from.y} to ${to.x},${to.y}`;
    for (const { value, sources } of list.getEntries() as unknown as Shift[])
      if (!sources.every((source) => isClock(source) || isFilledFooter(source)))
        seen.shifts.push(`${value}: ${sources.map(say).join('; ')}`);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Waits until the effects of the first render have run: what they call for has been asked for by then. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  );
}

/** Opens screens as direct visits and compares what the server sent with what the script made of it. */
export async function watchScreens(page: Page): Promise<(address: string) => Promise<Seen>> {
  let reads: string[] = [];
  let printed: string[] = [];
  page.on('console', (message) => {
    // The second is the tests' own word: they block the service worker.
    const text = message.text();
    const isExpected = /^Failed to load resource: .* 404|^Service Worker registration blocked/.test(text);
    if (['error', 'warning'].includes(message.type()) && !isExpected && !isFromPlaywright(text))
      printed.push(text);
  });
  page.on('pageerror', (error) => printed.push(error.message));
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() === 'GET') reads.push(pathname + search);
  });
  await page.addInitScript(watchFromTheStart);
  const open = async (address: string) => {
    reads = [];
    printed = [];
    const response = await page.goto(address);
    await ready(page);
    await settle(page);
    const inPieces = await page.evaluate(() =>
      [...document.scripts].some(({ text }) => text.includes('$RC(')),
    );
    return { response, inPieces };
  };
  return async (address) => {
    let tries = 0;
    let opened = await open(address);
    while (opened.inPieces) {
      expect(++tries, `${address} came in pieces`).toBeLessThan(triesForWholePage);
      opened = await open(address);
    }
    const { response } = opened;
    const url = new URL(response?.url() ?? 'about:blank');
    const answer = {
      address: url.pathname + url.search,
      status: response?.status() ?? 0,
      policy: response?.headers()['content-security-policy'] ?? '',
    };
    const { before, after, shifts } = await page.evaluate(() => {
      const { seen } = window as unknown as {
        seen: { readWords(): Words; before: Words; shifts: string[] };
      };
      return { before: seen.before, after: seen.readWords(), shifts: seen.shifts };
    });
    return { before, after, shifts, reads, printed, answer };
  };
}

/** The server sent what the screen shows, but for the cards that a long list adds below. */
export function expectSameWords({ before, after }: Seen, address: string): void {
  expect.soft(before.rest.length, `${address}: something is there`).toBeGreaterThan(40);
  expect.soft(after.rest, address).toBe(before.rest);
  expect.soft(after.cards.slice(0, before.cards.length), address).toEqual(before.cards);
}
