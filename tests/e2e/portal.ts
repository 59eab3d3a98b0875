import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { buildApp } from '#server/app';
import type { AppContext } from '#server/platform/context';
import { beginSession, sessionCookieName } from '#server/platform/http/sessions';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings';

/** A clock that runs, shifted by as much as a test likes. */
export type MovableClock = { now(): number; shift(ms: number): void };

export type Portal = {
  url: string;
  context: AppContext;
  clock: MovableClock;
  /** Signs the page's browser in as an account, without the login form. */
  signIn(page: Page, account: { id: number }): Promise<void>;
};

export async function startPortal(): Promise<Portal & { stop(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-e2e-'));
  const settings = { ...readSettings({}), dataDir, logLevel: 'silent' as const };
  const context = await openContext(settings, { info() {}, warn() {}, error: console.error });
  let shifted = 0;
  const clock: MovableClock = { now: () => Date.now() + shifted, shift: (ms) => (shifted += ms) };
  context.clock = clock;
  const app = await buildApp(context);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    context,
    clock,
    async signIn(page, account) {
      const token = await context.database.transaction((writer) =>
        beginSession(writer, account.id, clock.now()),
      );
      await page
        .context()
        .addCookies([
          { name: sessionCookieName(settings), value: token, url, sameSite: 'Lax', httpOnly: true },
        ]);
    },
    async stop() {
      await app.close();
      await closeContext(context);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a page said that no page should say: errors in the console, failed scripts, broken policies. */
export function watchPage(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && !/Content[- ]Security[- ]Policy/i.test(message.text())) return;
    // The browser itself reports each refused call; what the screen then says is the test's business.
    if (/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())) return;
    complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  return complaints;
}

type Fixtures = { portal: Portal; complaints: string[] };

/** Each test has a portal of its own, empty but for what it makes, and fails on what a page complains of. */
export const test = base.extend<Fixtures>({
  portal: async ({}, use) => {
    const portal = await startPortal();
    await use(portal);
    await portal.stop();
  },
  baseURL: async ({ portal }, use) => use(portal.url),
  complaints: [
    async ({ page }, use) => {
      const complaints = watchPage(page);
      await use(complaints);
      expect(complaints, 'what the page complained of').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
