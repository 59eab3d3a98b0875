import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../platform/context.ts';
import { watch } from '../../platform/events/watch.ts';
import type { TableShape } from '../../platform/database/describe-tables.ts';
import { firstLine } from '../../platform/start-errors.ts';
import type { BackupPlace } from '../backups/backup-place.ts';
import { openPlace } from '../backups/open-place.ts';
import { tablesToCopy } from '../backups/table-rows.ts';
import { makeKnownFiles } from './copy-new-files.ts';
import {
  continueLine,
  Displaced,
  ensureBase,
  hasLaterSegments,
  requireClaim,
  requireOwnSchema,
} from './journal-line.ts';
import {
  holdJournal,
  JournalMoved,
  type JournalRow,
  leaseMs,
  releaseJournal,
  updateJournal,
} from './journal-row.ts';
import { stopNoting } from './note-changes.ts';
import { shipChanges } from './ship-changes.ts';

type Context = Pick<AppContext, 'database' | 'files' | 'clock' | 'settings' | 'log' | 'events'>;

/** Milliseconds. */
const lookMs = 2_000;
const renewalMs = leaseMs / 3;
/** Without changes: how often that is noted, and the place looked at. */
const quietMs = 5_000;
const placeMs = 60_000;
const firstBackoffMs = 2_000;
const maxBackoffMs = 60_000;
const stopMs = 5_000;

/** A demo's reset removes its rows. */
export const isJournalled = ({ settings }: Pick<Context, 'settings'>): boolean =>
  settings.backupTarget !== null && settings.demo === null;

/** Of one process: one look ships what has changed. */
export function makeShipper(context: Context) {
  const { database, clock, settings, log } = context;
  const holder = randomUUID();
  const known = makeKnownFiles();
  const stopping = new AbortController();
  let place: BackupPlace | null = null;
  /** The tables whose changes are noted, once this process has looked; a newer schema ends its turn. */
  let all: TableShape[] | null = null;
  let seenAt = -Infinity;

  async function openPlaceOnce(): Promise<BackupPlace> {
    place ??= await openPlace(settings.backupTarget as string, settings, log, { mustExist: false });
    return place;
  }

  /** Also during a long copy. */
  function keepHolding(): () => Promise<void> {
    let renewal: Promise<unknown> = Promise.resolve();
    const timer = setInterval(() => {
      renewal = holdJournal(context, holder).catch(() => {});
    }, renewalMs).unref();
    return async () => {
      clearInterval(timer);
      await renewal;
    };
  }

  /** Now and then: whether it is still there, and another copy of the database writes the same line. */
  async function lookAtPlace(row: JournalRow, at: number): Promise<void> {
    if (Math.abs(at - seenAt) < placeMs) return;
    const to = await openPlaceOnce();
    await requireClaim(to, row);
    if (await hasLaterSegments(to, row))
      throw new Error('another copy of this database writes the same line');
    seenAt = at;
  }

  async function hasChanges(): Promise<boolean> {
    const found = await database.reader.selectFrom('journal_changes').select('seq').limit(1).execute();
    return found.length > 0;
  }

  async function work(): Promise<void> {
    let row = await holdJournal(context, holder);
    if (row === null) {
      all = null;
      return;
    }
    const at = clock.now();
    if (all !== null && row.base !== null && !(await hasChanges())) {
      // Also where the clock went back behind it.
      if (Math.abs(at - (row.copied_at ?? 0)) < quietMs) return;
      await requireOwnSchema(context);
      await lookAtPlace(row, at);
      await updateJournal(context, row, { copied_at: at, held_until: at + leaseMs });
      return;
    }
    const release = keepHolding();
    try {
      const to = await openPlaceOnce();
      if (all === null) {
        await continueLine(context, to, row);
        all = await tablesToCopy(database.reader, database.engine);
        row = await holdJournal(context, holder);
        if (row === null) return;
      }
      await requireOwnSchema(context);
      await requireClaim(to, row);
      await lookAtPlace(row, at);
      if (row.displaced_at !== null) await updateJournal(context, row, { displaced_at: null });
      if (row.base === null) await ensureBase(context, to, row);
      else await shipChanges(context, to, row, { all, known }, stopping.signal);
    } catch (error) {
      if (error instanceof Displaced && row?.displaced_at === null)
        await updateJournal(context, row, { displaced_at: at }).catch(() => {});
      throw error;
    } finally {
      await release();
    }
  }

  return {
    /** @throws what stands in the way; the next look tries again */
    work,
    /** After a failure: another process may try, and this one looks at everything again. */
    async giveWay(): Promise<void> {
      all = null;
      const former = place;
      place = null;
      await former?.close().catch(() => {});
      await releaseJournal(context, holder).catch(() => {});
    },
    abort: () => stopping.abort(),
  };
}

/** Ships while the portal listens; without a place it takes away what notes changes. */
export function watchJournal(context: Context): { start(): void; stop(): Promise<void> } {
  if (!isJournalled(context))
    return {
      start: () => void stopNoting(context.database).catch(() => {}),
      stop: async () => {},
    };
  const { log } = context;
  const shipper = makeShipper(context);
  let failures = 0;
  let nextAt = -Infinity;
  let reported = '';
  let watching: ReturnType<typeof watch> | undefined;

  async function look(): Promise<void> {
    if (performance.now() < nextAt) return;
    try {
      await shipper.work();
      if (failures > 0) log.info('the journal is copied again');
      failures = 0;
      reported = '';
    } catch (error) {
      if (error instanceof JournalMoved) return;
      failures += 1;
      nextAt = performance.now() + Math.min(firstBackoffMs * 2 ** (failures - 1), maxBackoffMs);
      await shipper.giveWay();
      const why = firstLine(error);
      // Once for each cause.
      if (why !== reported) log.error({ err: error }, `the journal is not copied: ${why}`);
      reported = why;
    }
  }

  return {
    start() {
      watching = watch(context.events, { topics: [], everyMs: lookMs, look, onError() {} });
      watching.lookNow();
    },
    async stop() {
      shipper.abort();
      const ended = watching?.stop().then(() => shipper.giveWay());
      await Promise.race([ended, sleep(stopMs, null, { ref: false })]);
    },
  };
}
