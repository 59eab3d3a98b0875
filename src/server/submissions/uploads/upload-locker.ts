import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lock } from '@tus/server';
import type { AppContext } from '../../platform/context.ts';
import { isOfDeadProcess, stagingName } from '../../platform/files/local-folders.ts';
import type { Progress, SaveProgress } from '../../platform/files/file-store.ts';
import { freeLease, readLeases, sayWanted, seizeLease, takeFreeLease, wanted } from './upload-leases.ts';
import { fileOfRow, saveProgress } from './upload-rows.ts';

/** How long another machine's request may take to say that it gives way, and then to save what it has, in milliseconds. */
const answerMs = 250;
const giveWayMs = 2_000;
/** How often whoever waits looks, and how often a process looks whether others ask for what it holds. */
const lookMs = 40;
const lookAtOwnMs = 100;

type Held = {
  lease: string;
  /** False while the lease is still being taken: the row then names another one, or none. */
  isTaken: boolean;
  isGivingWay: boolean;
  /** Ends the request. */
  giveWay(): void;
  released: Promise<void>;
  release(): void;
};

export type UploadLocker = {
  /** For a request that may write: it alone, in all processes. */
  toWrite(id: string): Lock;
  /** For a request that wants to know how far an upload has come: whoever writes to it is asked to save and to give way. */
  toRead(id: string): Lock;
  /** Saves progress of an upload that this process writes. @throws LeaseLost when another request has taken it over */
  save(id: string, progress: Progress): Promise<void>;
};

/** Another request has taken an upload over; the protocol's library answers it with the status. */
export class LeaseLost extends Error {
  readonly status_code = 409;
  readonly body = '';
}

type Context = Pick<AppContext, 'database' | 'files' | 'log'>;

/**
 * Locks of uploads across processes: the newest request takes over. It asks whoever writes to give way; one in this process
 * does, one in another process sees it in the row. One that does not answer is taken for dead, and the row's fence keeps
 * out what it may still do when it wakes up again. There is nothing to renew: a lease that a crash left costs a quarter of
 * a second, or nothing where its process is known to be dead.
 */
export function makeUploadLocker({ database, files, log }: Context): UploadLocker {
  const held = new Map<string, Held>();
  let timer: NodeJS.Timeout | undefined;

  /** Gives way where another process asks, or has taken the lease already. */
  async function lookAtOwn(): Promise<void> {
    const taken = new Map([...held].filter(([, { isTaken }]) => isTaken));
    const leases = await readLeases(database, [...taken.keys()]);
    // An upload that was dropped meanwhile: what is still written to it would lie on the disk as long as its connection lives.
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
      if (lease === own.lease) await sayWanted(database, { id, lease }, wanted.givingWay);
    }
  }

  function watch(): void {
    timer ??= setInterval(() => {
      // While the database is away nobody can take a lease either.
      if (held.size > 0) return void lookAtOwn().catch(() => {});
      clearInterval(timer);
      timer = undefined;
    }, lookAtOwnMs).unref();
  }

  /** Waits until no other request of this process writes. */
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

  /** Waits until no other process writes, or the one that does has not answered in time. */
  async function waitForOthers(id: string, isFree: () => Promise<boolean>): Promise<boolean> {
    const startedAt = performance.now();
    for (let hasAsked = false; ;) {
      if (await isFree()) return true;
      const [row] = await readLeases(database, [id]);
      if (row === undefined) return true;
      if (row.lease === null) continue;
      const isDead = isOfDeadProcess(row.lease);
      const patience = row.lease_wanted === wanted.givingWay ? giveWayMs : answerMs;
      if (isDead || performance.now() - startedAt > patience) return false;
      if (!hasAsked) await sayWanted(database, { id, lease: row.lease }, wanted.asked);
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
          await waitForOwn(id, signal);
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
            log.warn({ err: error }, 'an upload could not be given back; the next request takes it'),
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
