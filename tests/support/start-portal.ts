import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { buildApp } from '#server/app';
import type { AppContext } from '#server/platform/context';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings/settings';
import { webBuild } from './web-build.ts';

/** A clock that runs, shifted by as much as a test likes. */
export type MovableClock = { now(): number; shift(ms: number): void };

export type Portal = {
  url: string;
  context: AppContext;
  clock: MovableClock;
  /** Signs the page's browser in as an account, without the login form. */
  signIn(page: Page, account: { id: number }): Promise<void>;
};

/** A data folder with a filled database and its files, to start portals from. */
export type SeededFolder = { folder: string; remove(): void };

const pages = webBuild();

/** Of signed-in screens only what shows before they are loaded: the browser makes their calls and renders them. */
const shells = pages && {
  ...pages,
  loadRenderer: async () => {
    const renderer = await pages.loadRenderer();
    const render: typeof renderer.render = (page, maxBytes) =>
      page.user === null ? renderer.render(page, maxBytes) : renderer.renderShell(page);
    return { ...renderer, render };
  },
};

type Seed = (context: AppContext) => Promise<unknown>;

function makeFolder(): SeededFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-e2e-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function openFolder(dataDir: string, environment: NodeJS.ProcessEnv = {}): Promise<AppContext> {
  const settings = { ...readSettings(environment), dataDir, logLevel: 'silent' as const };
  return openContext(settings, { info() {}, warn() {}, error: console.error });
}

/** Fills a folder once: a portal that starts from a copy of it neither migrates nor seeds. */
export async function seedFolder(seed: Seed): Promise<SeededFolder> {
  const made = makeFolder();
  const context = await openFolder(made.folder);
  await seed(context);
  await closeContext(context);
  return made;
}

/**
 * The whole portal on loopback with a database and files of its own, in this process.
 * @param seed fills the database before the portal starts, or the folder whose copy the portal gets
 * @param isRendering false where browsers shall render the signed-in screens
 * @param environment settings; without PORT any port will do
 */
export async function startPortal(
  seed: Seed | SeededFolder = async () => {},
  isRendering = true,
  environment: NodeJS.ProcessEnv = {},
): Promise<Portal & { stop(): Promise<void> }> {
  const { folder, remove } = makeFolder();
  if (typeof seed !== 'function') cpSync(seed.folder, folder, { recursive: true });
  const context = await openFolder(folder, environment);
  let shifted = 0;
  const clock: MovableClock = { now: () => Date.now() + shifted, shift: (ms) => (shifted += ms) };
  context.clock = clock;
  if (typeof seed === 'function') await seed(context);
  const app = await buildApp(context, { pages: isRendering ? pages : shells });
  await app.listen({ host: '127.0.0.1', port: Number(environment['PORT'] ?? 0) });
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
      await page.context().addCookies([
        {
          name: sessionCookieName(context.settings),
          value: token,
          url,
          sameSite: 'Lax',
          httpOnly: true,
        },
      ]);
    },
    async stop() {
      await app.close();
      await closeContext(context);
      remove();
    },
  };
}
