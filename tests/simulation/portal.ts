import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { buildApp, jobs } from '#server/app';
import { createConcurrencyLimiter } from '#server/platform/concurrency-limiter';
import type { AppContext } from '#server/platform/context';
import { makeAlarms } from '#server/platform/alarms/alarms';
import { makeDatabase, type Database } from '#server/platform/database/database';
import type { Engine } from '#server/platform/database/engine';
import { openSqlite } from '#server/platform/database/sqlite/sqlite';
import { openEventBus } from '#server/platform/events/event-bus';
import type { FileStore } from '#server/platform/files/file-store';
import { openLocalStore } from '#server/platform/files/local-store';
import { jobQueue } from '#server/platform/jobs/job-queue';
import type { Queue } from '#server/platform/jobs/worker';
import { mailQueue } from '#server/platform/mail/mail-queue';
import type { Sender } from '#server/platform/mail/smtp-sender';
import { dueMailQueue } from '#server/notices/mails/due-mail-queue';
import { recordConcurrencyOf, uploadConcurrencyOf } from '#server/platform/open-context';
import { makeLifecycle, makeReadiness } from '#server/platform/readiness';
import type { PasswordHasher } from '#server/platform/passwords/password-hasher';
import { makeSealing } from '#server/platform/settings/sealing';
import { readSettings } from '#server/platform/settings/settings';
import type { TestClock } from '#support/test-app';
import { Killed, type Seams } from './seams.ts';

const mailKey = 'the key of the simulation for waiting mail';
const secretKey = 'the key of the simulation for whatever else is sealed';

/** At no cost: that passwords are hashed is proved elsewhere. */
const passwords = (seams: Seams): PasswordHasher => {
  const hash = async (password: string): Promise<string> => {
    await seams.turns.pass();
    return `simulated ${password}`;
  };
  const verify = async (password: string, stored: string | null): Promise<boolean> =>
    (await hash(password)) === stored;
  return {
    hash,
    verify,
    verifyAndRenew: async (password, stored) => ({ fits: await verify(password, stored), renewed: null }),
    figures: () => ({ running: 0, waiting: 0, begun: 0, waitedMs: 0 }),
    close: async () => {},
  };
};

/** Every statement of the writing connection passes the seams. */
async function passStatements(engine: Engine, seams: Seams): Promise<void> {
  await engine.writer.getExecutor().provideConnection(async (connection) => {
    const run = connection.executeQuery.bind(connection);
    connection.executeQuery = async (query) => {
      const end = await seams.before(query.sql);
      try {
        return await run(query);
      } finally {
        end();
      }
    };
  });
}

function throughSeams(database: Database, seams: Seams): Database {
  const passed =
    <T>(transact: (change: never) => Promise<T>, isDurable: boolean) =>
    async (change: never): Promise<T> => {
      await seams.pass('begin');
      const result = await transact(change);
      if (isDurable) seams.noteCommit();
      await seams.pass('committed');
      return result;
    };
  return {
    ...database,
    transaction: passed(database.transaction, true) as Database['transaction'],
    groupCommitTransaction: passed(
      database.groupCommitTransaction,
      true,
    ) as Database['groupCommitTransaction'],
    nonDurableTransaction: passed(database.nonDurableTransaction, false) as Database['nonDurableTransaction'],
    onAnnounced: (publish) =>
      database.onAnnounced((topics) => (seams.isDead || seams.areEventsLost ? undefined : publish(topics))),
  };
}

const noSpace = (): Error =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });

function filesThroughSeams(files: FileStore, seams: Seams): FileStore {
  const refuseFull = async (): Promise<void> => {
    if (seams.areFilesFull) await files.writes.run(() => Promise.reject(noSpace()));
  };
  return {
    ...files,
    async stage(source, maxBytes) {
      await seams.pass('stage');
      await refuseFull();
      const staged = await files.stage(source, maxBytes);
      return {
        ...staged,
        async keep(replaces) {
          await seams.pass('keep');
          await refuseFull();
          await staged.keep(replaces);
          await seams.pass('kept');
        },
        // A dead process removes nothing.
        discard: async () => (seams.isDead ? undefined : staged.discard()),
      };
    },
  };
}

export type Portal = {
  context: AppContext;
  app: FastifyInstance;
  seams: Seams;
  send(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Does what is due, as the worker does while the portal listens. */
  work(send: Sender): Promise<number>;
  /** As a process that is killed: nothing more is written. */
  kill(): Promise<void>;
  close(): Promise<void>;
};

type Place = { folder: string; source: string; clock: TestClock; seams: Seams };

const silent: AppContext['log'] = { info() {}, warn() {}, error() {} };
const mostRounds = 20;

export const databaseFile = (folder: string): string => path.join(folder, 'capstone.sqlite');

/** Opens the portal on a folder, which may have been left by one that was killed. */
export async function openPortal({ folder, source, clock, seams }: Place): Promise<Portal> {
  mkdirSync(folder, { recursive: true });
  const file = databaseFile(folder);
  if (!existsSync(file)) copyFileSync(source, file);
  const settings = {
    ...readSettings({}),
    apiDocs: false,
    dataDir: folder,
    publicUrl: new URL('http://127.0.0.1:3000'),
    smtpUrl: 'smtp://127.0.0.1:9',
    requireConfirmedEmail: true,
    secretKeys: [secretKey],
    // By the time of the machine, which is not the simulation's.
    requestsPerSecond: 0,
  };
  const engine = openSqlite(file);
  await passStatements(engine, seams);
  const database = throughSeams(makeDatabase(engine), seams);
  const lifecycle = makeLifecycle();
  const context: AppContext = {
    settings,
    clock,
    database,
    events: openEventBus(database, () => silent),
    files: filesThroughSeams(await openLocalStore(path.join(folder, 'files')), seams),
    uploadLimiter: createConcurrencyLimiter(uploadConcurrencyOf(settings)),
    recordLimiter: createConcurrencyLimiter(recordConcurrencyOf(settings)),
    filesLimiter: createConcurrencyLimiter(recordConcurrencyOf(settings)),
    secrets: { keys: makeSealing([secretKey]), mail: makeSealing([mailKey]) },
    passwords: passwords(seams),
    lifecycle,
    readiness: makeReadiness(lifecycle, () => silent),
    metrics: [],
    givenReceipts: [],
    tracing: null,
    alarms: makeAlarms({ settings, database, clock }, () => silent),
    log: silent,
  };
  seams.onDeath = () => lifecycle.markStopping();
  const app = await buildApp(context, { pages: null });
  await app.ready();
  let sender: Sender = async () => ({ kind: 'sent' });
  const queues: Queue[] = [
    jobQueue(context, jobs),
    dueMailQueue(context),
    mailQueue(context, (mail) => sender(mail)),
  ];

  async function work(send: Sender): Promise<number> {
    sender = send;
    let done = 0;
    for (let round = 0; round < mostRounds; round++) {
      let begun = 0;
      for (const queue of queues) {
        const runs = await queue.claim(queue.concurrency, lifecycle.stopping);
        for (const run of runs) await run();
        begun += runs.length;
      }
      done += begun;
      if (begun === 0) break;
    }
    return done;
  }

  async function close(): Promise<void> {
    await app.close();
    await context.events.close();
    await engine.close();
  }

  return {
    context,
    app,
    seams,
    send: (options) => app.inject(options),
    work,
    close,
    async kill() {
      seams.isDead = true;
      seams.onDeath();
      await close().catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
    },
  };
}
