import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lock } from '@tus/server';
import type { AppContext } from '../../platform/context.ts';
import { isOfDeadProcess, stagingName } from '../../platform/files/local-folders.ts';
import type { Progress, SaveProgress } from '../../platform/files/file-store.ts';
import {
  freeLease,
  readLeases,
  signalLease,
  seizeLease,
  takeFreeLease,
  leaseSignals,
} from './upload-leases.ts';
import { fileOfRow, saveProgress } from './upload-rows.ts';

/** Milliseconds for another process to answer, and to save. */
const answerMs = 250;
const giveWayMs = 2_000;
/** Milliseconds between looks while waiting, and at own leases. */
const lookMs = 40;
const lookAtOwnMs = 100;

type Held = {
  lease: string;
  /** Before, the row names another lease or none. */
  isTaken: boolean;
  isGivingWay: boolean;
  giveWay(): void;
  released: Promise<void>;
  release(): void;
};

export type UploadLocker = {
  /** One writer across processes. */
  toWrite(id: string): Lock;
  /** For the offset: the writer saves and gives way. */
  toRead(id: string): Lock;
  /** @throws LeaseLost after a takeover */
  save(id: string, progress: Progress): Promise<void>;
};

/** The tus library answers with this status. */
export class LeaseLost extends Error {
  readonly status_code = 409;
  readonly body = '';
}

type Context = Pick<AppContext, 'database' | 'files' | 'log'>;

/**
 * The newest request wins: it asks the holder to give way, through the row in another process. A silent
 * holder counts as dead; the fence rejects its writes. Unrenewed leases of a crash cost 250 ms, or nothing
 * for a known dead process.
 */
export function makeUploadLocker({ database, files, log }: Context): UploadLocker {
  const held = new Map<string, Held>();
  let timer: NodeJS.Timeout | undefined;

  /** Asked for, or taken by another process. */
  async function lookAtOwn(): Promise<void> {
    const taken = new Map([...held].filter(([, { isTaken }]) => isTaken));
    const leases = await readLeases(database, [...taken.keys()]);
    // The bytes of a dropped upload are not needed.
    const there = new Set(leases.map(({ id }) => id));
    for (const [id, own] of taken) {
      if (there.has(id) || own.isGivingWay || held.get(id) !== own) continue;
      own.isGivingWay = true;
      own.giveWay();
    }
    for (const { id, lease, lease_wanted } of leases) {
      const own = taken.get(id);
      if (own === undefined || own.isGivingWay || held.get(id) !== own) continue;
      if (lease === own.lease && lease_wanted === null) continue;
      own.isGivingWay = true;
      own.giveWay();
      if (lease === own.lease) await signalLease(database, { id, lease }, leaseSignals.givingWay);
    }
  }

  function watch(): void {
    timer ??= setInterval(() => {
      // Then nobody can take a lease.
      if (held.size > 0) return void lookAtOwn().catch(() => {});
      clearInterval(timer);
      timer = undefined;
    }, lookAtOwnMs).unref();
  }

  async function waitForOwn(id: string, signal: AbortSignal): Promise<void> {
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    aborted.catch(() => {});
    for (let other = held.get(id); other !== undefined; other = held.get(id)) {
      other.isGivingWay = true;
      other.giveWay();
      await Promise.race([other.released, aborted]);
    }
    signal.throwIfAborted();
  }

  /** @returns false if a holder did not answer in time */
  async function waitForOthers(id: string, isFree: () => Promise<boolean>): Promise<boolean> {
    const startedAt = performance.now();
    for (let hasAsked = false; ;) {
      if (await isFree()) return true;
      const [row] = await readLeases(database, [id]);
      if (row === undefined) return true;
      if (row.lease === null) continue;
      const isDead = isOfDeadProcess(row.lease);
      const patience = row.lease_wanted === leaseSignals.givingWay ? giveWayMs : answerMs;
      if (isDead || performance.now() - startedAt > patience) return false;
      if (!hasAsked) await signalLease(database, { id, lease: row.lease }, leaseSignals.asked);
      hasAsked = true;
      await sleep(lookMs);
    }
  }

  async function takeLease(id: string, lease: string): Promise<void> {
    if (await waitForOthers(id, () => takeFreeLease(database, id, lease))) return;
    const row = await seizeLease(database, id, lease);
    const file = row && (await files.partial.locate(fileOfRow(row)));
    if (file != null) await files.partial.fence(file, saveUnder(id, lease));
  }

  const saveUnder =
    (id: string, lease: string): SaveProgress =>
    async (progress) => {
      if (!(await saveProgress({ database }, { id, lease }, progress))) throw new LeaseLost();
    };

  return {
    async save(id, progress) {
      const lease = held.get(id)?.lease;
      if (lease === undefined) throw new LeaseLost();
      await saveUnder(id, lease)(progress);
    },

    toWrite(id) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const lease = stagingName(randomUUID());
      const unlock = (): void => {
        held.delete(id);
        release();
      };
      return {
        async lock(signal, giveWay) {
          // Of two that waited, one is the next holder.
          do await waitForOwn(id, signal);
          while (held.has(id));
          const own = {
            lease,
            isTaken: false,
            isGivingWay: false,
            giveWay: () => void giveWay(),
            released,
            release,
          };
          held.set(id, own);
          try {
            await takeLease(id, lease);
            own.isTaken = true;
          } catch (error) {
            unlock();
            throw error;
          }
          watch();
        },
        async unlock() {
          await freeLease(database, id, lease).catch((error: unknown) =>
            log.warn(
              { err: error },
              'the lock of an upload could not be released; the next request takes it over',
            ),
          );
          unlock();
        },
      };
    },

    toRead(id) {
      return {
        async lock(signal) {
          await waitForOwn(id, signal);
          await waitForOthers(id, async () => (await readLeases(database, [id]))[0]?.lease == null);
        },
        async unlock() {},
      };
    },
  };
}
