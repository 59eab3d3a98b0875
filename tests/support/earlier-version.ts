import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Engine } from '#server/platform/database/engine';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import { engineName } from './empty-database.ts';
import { openLocation } from './locations.ts';
import { startVersion, type RunningVersion } from './portal-versions.ts';
import type { Answer, Client, TestApp } from './test-app.ts';
import { encodeForm } from './encode-form.ts';

/** A checkout of an earlier version, with its node_modules; its tests run in the full run alone. */
export const earlier = process.env['CAPSTONE_TEST_EARLIER'];

/** Sends requests with a cookie to a portal that listens. */
function makeRemoteClient(url: string, cookie: string): Client {
  async function send(options: Parameters<Client['send']>[0]): Promise<Answer> {
    const { method = 'GET', url: address, headers = {}, payload } = options;
    const isRaw = payload === undefined || typeof payload === 'string' || Buffer.isBuffer(payload);
    const response = await fetch(url + String(address), {
      method,
      redirect: 'manual',
      headers: {
        cookie,
        ...(!isRaw && { 'content-type': 'application/json' }),
        ...(headers as Record<string, string>),
      },
      ...(payload !== undefined && { body: isRaw ? (payload as string) : JSON.stringify(payload) }),
    });
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream')) {
      await response.body?.cancel();
      return { status: response.status, body: '', headers: {} };
    }
    const text = await response.text();
    const body = type.startsWith('application/json') && text !== '' ? JSON.parse(text) : text;
    return { status: response.status, body, headers: Object.fromEntries(response.headers) };
  }
  return {
    send,
    get: (address, headers = {}) => send({ method: 'GET', url: address, headers }),
    delete: (address, headers = {}) => send({ method: 'DELETE', url: address, headers }),
    post: (address, body, headers = {}) =>
      send({ method: 'POST', url: address, headers, ...(body !== undefined && { payload: body as object }) }),
    put: (address, body, headers = {}) =>
      send({ method: 'PUT', url: address, headers, ...(body !== undefined && { payload: body as object }) }),
    form(address, parts, headers = {}) {
      const form = encodeForm(parts);
      return send({
        method: 'POST',
        url: address,
        headers: { ...form.headers, ...headers },
        payload: form.body,
      });
    },
  };
}

/**
 * What processes of the earlier version open of a test's portal, and what opens that here. SQLite has one process at a time,
 * so there it is a copy.
 */
async function homeOf({ context, databaseLocation, dataDir }: TestApp) {
  const copy = path.join(dataDir, 'capstone.sqlite');
  if (engineName === 'sqlite') await sql`vacuum into ${copy}`.execute(context.database.reader);
  const engine = openLocation(engineName === 'sqlite' ? copy : databaseLocation);
  onTestFinished(() => engine.close());
  const environment = {
    DATA_DIR: dataDir,
    ...(engineName === 'postgres' && { DATABASE_URL: databaseLocation }),
  };
  return { engine, environment };
}

/** Runs a command of the earlier version, such as `backup PLACE`. */
export async function runEarlier(app: TestApp, ...command: string[]): Promise<{ engine: Engine }> {
  const { engine, environment } = await homeOf(app);
  const main = path.join(earlier as string, 'src/cli/main.ts');
  await promisify(execFile)(process.execPath, [main, ...command], {
    cwd: earlier as string,
    env: { ...process.env, ...environment },
  });
  return { engine };
}

/** A process of the earlier version on what the test's portal holds; `engine` opens what it writes. */
export async function startEarlier(
  app: TestApp,
  more: Record<string, string> = {},
): Promise<{ process: RunningVersion; engine: Engine; as(account: { id: number }): Promise<Client> }> {
  const { engine, environment } = await homeOf(app);
  // Processes go by the real clock.
  const now = Date.now();
  const running = await startVersion({ folder: earlier as string, remove() {} }, { ...environment, ...more });
  onTestFinished(async () => {
    await running.stop();
  });
  return {
    process: running,
    engine,
    async as(account) {
      const token = await engine.writer
        .transaction()
        .execute((writer) => beginSession(writer as never, account.id, now));
      // The process has settings of its own: an address with https would give the cookie another name.
      const publicUrl = more['PUBLIC_URL'] === undefined ? null : new URL(more['PUBLIC_URL']);
      const cookie = sessionCookieName({ ...app.context.settings, publicUrl });
      return makeRemoteClient(running.url, `${cookie}=${token}`);
    },
  };
}
