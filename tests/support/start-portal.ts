import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { buildApp } from '#server/app';
import type { AppContext } from '#server/platform/context';
import { sessionCookieName } from '#server/accounts/session-cookie';
import { beginSession } from '#server/accounts/sessions';
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

/**
 * The whole portal on loopback with a database and files of its own, in this process.
 * @param prepare fills the database before the portal starts
 */
export async function startPortal(
  prepare: (context: AppContext) => Promise<unknown> = async () => {},
): Promise<Portal & { stop(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-e2e-'));
  const settings = { ...readSettings({}), dataDir, logLevel: 'silent' as const };
  const context = await openContext(settings, { info() {}, warn() {}, error: console.error });
  let shifted = 0;
  const clock: MovableClock = { now: () => Date.now() + shifted, shift: (ms) => (shifted += ms) };
  context.clock = clock;
  await prepare(context);
  const app = await buildApp(context);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
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
