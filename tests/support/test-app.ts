import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { buildApp } from '#server/app';
import { makeAlarms } from '#server/platform/alarms/alarms';
import type { Clock, AppContext } from '#server/platform/context';
import type { Engine } from '#server/platform/database/engine';
import { createConcurrencyLimiter, type ConcurrencyLimits } from '#server/platform/concurrency-limiter';
import { openEventBus } from '#server/platform/events/event-bus';
import { openFileStore, recordConcurrencyOf, uploadConcurrencyOf } from '#server/platform/open-context';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import { makeLifecycle, makeReadiness } from '#server/platform/readiness';
import type { PasswordHasher } from '#server/platform/passwords/password-hasher';
import { makeSealing, type Secrets } from '#server/platform/settings/sealing';
import { openSecrets } from '#server/platform/settings/secrets';
import { readSettings, type Settings } from '#server/platform/settings/settings';
import { cheapPasswords } from './cheap-passwords.ts';
import { takeEmptyDatabase } from './empty-database.ts';
import { encodeForm, type FormParts } from './encode-form.ts';
import './share-threads.ts';

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & { set(instant: string | number): void; advance(ms: number): void };

export function makeTestClock(start = '2026-11-21T09:00:00.000Z'): TestClock {
  let now = Date.parse(start);
  return {
    now: () => now,
    set: (instant) => (now = typeof instant === 'number' ? instant : Date.parse(instant)),
    advance: (ms) => (now += ms),
  };
}

export type Answer = {
  status: number;
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
};

/** Sends requests as one person. */
export type Client = {
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(url: string, headers?: Record<string, string>, body?: unknown): Promise<Answer>;
  /** A multipart form; a part is a text, or a file with a name. */
  form(url: string, parts: FormParts, headers?: Record<string, string>): Promise<Answer>;
  send(options: InjectOptions): Promise<Answer>;
};

export type TestApp = {
  app: FastifyInstance;
  context: AppContext;
  clock: TestClock;
  /** What the portal's database stands on. */
  engine: Engine;
  /** What another process would open. */
  databaseLocation: string;
  dataDir: string;
  /** Somebody without a session. */
  nobody: Client;
  /** Somebody with a session of the account. */
  as(account: { id: number }): Promise<Client>;
  /** The Cookie header of a new session of the account. */
  cookieOf(account: { id: number }): Promise<string>;
};

/** Whether an answer has no end of its own. */
const isStream = ({ url }: InjectOptions) => /\/events(?:[?#]|$)/.test(String(url));

/** Sends requests with cookies to a portal that need not listen. Of a stream of events it answers the beginning, and ends it. */
export function makeClient(app: FastifyInstance, cookies: Record<string, string>): Client {
  async function send(options: InjectOptions): Promise<Answer> {
    if (isStream(options)) return beginningOf({ ...options, cookies: { ...cookies, ...options.cookies } });
    const response = await app.inject({ ...options, cookies: { ...cookies, ...options.cookies } });
    const isJson =
      response.body !== '' && String(response.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      headers: response.headers,
    };
  }
  /** What arrives first. */
  async function beginningOf(options: InjectOptions): Promise<Answer> {
    const response = await app.inject({ ...options, payloadAsStream: true });
    const stream = response.stream();
    let text = '';
    for await (const first of stream) {
      text = String(first);
      break;
    }
    const { statusCode: status, headers } = response;
    const isJson = String(headers['content-type'] ?? '').startsWith('application/json');
    return { status, body: isJson ? JSON.parse(text) : text, headers };
  }
  const withBody =
    (method: 'POST' | 'PUT' | 'DELETE') =>
    (url: string, body?: unknown, headers: Record<string, string> = {}) =>
      send({ method, url, headers, ...(body === undefined ? {} : { payload: body as object }) });
  return {
    send,
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    delete: (url, headers = {}, body) => withBody('DELETE')(url, body, headers),
    post: withBody('POST'),
    put: withBody('PUT'),
    form(url, parts, headers = {}) {
      const form = encodeForm(parts);
      return send({ method: 'POST', url, headers: { ...form.headers, ...headers }, payload: form.body });
    },
  };
}

/** Without the description of the wire, which most tests do not read: each call would be registered in it. */
const usualSettings: Settings = { ...readSettings({}), apiDocs: false };

/** As a portal has them that has made a key of its own for waiting mail; making one takes files and a sync. */
const usualSecrets: Secrets = { keys: null, mail: makeSealing(['the key of the tests for waiting mail']) };

export type TestContext = Pick<TestApp, 'context' | 'clock' | 'engine' | 'databaseLocation' | 'dataDir'>;

type ContextOptions = {
  settings?: Partial<Settings>;
  uploadConcurrency?: ConcurrencyLimits;
  recordConcurrency?: ConcurrencyLimits;
  /** By default a cheap one. */
  passwords?: PasswordHasher;
  /** How long a change waits for another process's lock, in milliseconds. */
  lockWaitMs?: number;
};

/** What use cases need, on an empty database of its own. */
async function openTestContext(options: ContextOptions): Promise<TestContext & { close(): Promise<void> }> {
  const { database, engine, location, drop } = await takeEmptyDatabase(options.lockWaitMs);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-data-'));
  const clock = makeTestClock();
  const settings = { ...usualSettings, dataDir, ...options.settings };
  const log = { info() {}, warn() {}, error: console.error };
  const lifecycle = makeLifecycle();
  const context: AppContext = {
    settings,
    clock,
    database,
    alarms: makeAlarms({ settings, database, clock }, () => context.log),
    events: openEventBus(database, () => context.log),
    files: await openFileStore(settings, log),
    uploadLimiter: createConcurrencyLimiter(options.uploadConcurrency ?? uploadConcurrencyOf(settings)),
    recordLimiter: createConcurrencyLimiter(options.recordConcurrency ?? recordConcurrencyOf(settings)),
    filesLimiter: createConcurrencyLimiter(recordConcurrencyOf(settings)),
    secrets: settings.secretKeys.length > 0 ? await openSecrets(settings, log) : usualSecrets,
    passwords: { ...(options.passwords ?? cheapPasswords) },
    lifecycle,
    readiness: makeReadiness(lifecycle, () => context.log),
    metrics: [],
    givenReceipts: [],
    tracing: null,
    log,
  };
  return {
    context,
    clock,
    engine,
    databaseLocation: location,
    dataDir,
    async close() {
      await context.alarms.idle();
      await context.events.close();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** For a test that sends no request: making the server takes most of a short test's time. Closed and dropped after it. */
export async function makeTestContext(options: ContextOptions = {}): Promise<TestContext> {
  const { close, ...opened } = await openTestContext(options);
  onTestFinished(close);
  return opened;
}

type AppOptions = ContextOptions & {
  /** What the portal is wired with; by default the calls alone, without pages. */
  app?: NonNullable<Parameters<typeof buildApp>[1]>;
};

/** The whole portal on an empty database of its own, for the running test; it is closed and dropped after it. */
export async function makeTestApp(options: AppOptions = {}): Promise<TestApp> {
  const { close, ...app } = await openTestApp(options);
  onTestFinished(close);
  return app;
}

/** The same for several tests that only read, which close it themselves. */
export async function openTestApp(options: AppOptions = {}): Promise<TestApp & { close(): Promise<void> }> {
  const { close, ...opened } = await openTestContext(options);
  const { context, clock } = opened;
  const app = await buildApp(context, { pages: null, ...options.app });
  await app.ready();
  const beginSessionOf = (account: { id: number }) =>
    context.database.transaction((writer) => beginSession(writer, account.id, clock.now()));
  const cookie = sessionCookieName(context.settings);
  return {
    ...opened,
    app,
    async close() {
      await app.close();
      await close();
    },
    nobody: makeClient(app, {}),
    as: async (account) => makeClient(app, { [cookie]: await beginSessionOf(account) }),
    cookieOf: async (account) => `${cookie}=${await beginSessionOf(account)}`,
  };
}
