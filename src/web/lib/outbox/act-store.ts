import { createStore, keys, set, type UseStore } from 'idb-keyval';
import { within } from '../session/within.ts';
import type { Act, ActWithFile } from './act.ts';

let registry: UseStore | null = null;
/** The accounts that have an outbox on this device. */
const accounts = (): UseStore => (registry ??= createStore('capstone outboxes', 'accounts'));

/** Where an account's acts are kept: in IndexedDB, and in memory where the device keeps nothing. */
export type ActStore = {
  /** Oldest first. */
  list(): Promise<Act[]>;
  readFile(id: string): Promise<File | null>;
  /** @returns whether the device keeps it; else it lives as long as the page */
  add(act: ActWithFile): Promise<boolean>;
  /** @returns the changed act; null where there is none any more */
  change(id: string, change: Partial<Act>): Promise<Act | null>;
  /** @returns whether it was there */
  remove(id: string): Promise<boolean>;
};

/** A file is stored beside its act, and only once: a change of the act does not write it again. */
const fileKey = (id: string) => `${id} file`;

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error as Error));
  });

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error as Error));
  });

function databaseStore(account: string): ActStore {
  const store = createStore(`capstone outbox of ${account}`, 'acts');
  return {
    list: () =>
      store('readonly', async (acts) => {
        const all = (await resultOf(acts.getAll())) as (Act | File)[];
        return all.filter((one): one is Act => 'idempotencyKey' in one);
      }),
    readFile: (id) =>
      store(
        'readonly',
        async (acts) => ((await resultOf(acts.get(fileKey(id)))) as File | undefined) ?? null,
      ),
    async add({ file, ...act }) {
      await set(account, true, accounts());
      await store('readwrite', (acts) => {
        acts.add(act, act.id);
        if (file !== null) acts.add(file, fileKey(act.id));
        return committed(acts.transaction);
      });
      return true;
    },
    change: (id, change) =>
      store('readwrite', async (acts) => {
        const done = committed(acts.transaction);
        const act = (await resultOf(acts.get(id))) as Act | undefined;
        const changed = act === undefined ? null : { ...act, ...change };
        if (changed !== null) acts.put(changed, id);
        if (change.state === 'done') acts.delete(fileKey(id));
        await done;
        return changed;
      }),
    remove: (id) =>
      store('readwrite', async (acts) => {
        const done = committed(acts.transaction);
        const act: unknown = await resultOf(acts.get(id));
        acts.delete(id);
        acts.delete(fileKey(id));
        await done;
        return act !== undefined;
      }),
  };
}

/** Has the device keep what it has written too late: until then it was in memory, and may have gone from there. */
async function takeOver(store: ActStore, { id, account }: Act): Promise<void> {
  const held = memoryOf(account).get(id);
  if (held === undefined) return void (await store.remove(id));
  const { file: _file, ...act } = held;
  await store.change(id, act);
  memoryOf(account).delete(id);
}

/**
 * Waits two seconds for each answer of the device. After one that did not come it does not ask again until that comes: a
 * page would else wait at each press.
 */
function impatient(store: ActStore): ActStore {
  let hanging = 0;
  const ask = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (hanging > 0) throw new Error('The device does not answer.');
    const answer = work();
    try {
      return await within(answer);
    } catch (error) {
      hanging += 1;
      const end = () => (hanging -= 1);
      answer.then(end, end);
      throw error;
    }
  };
  return {
    list: () => ask(() => store.list()),
    readFile: (id) => ask(() => store.readFile(id)),
    async add(act) {
      let added: Promise<boolean> | undefined;
      try {
        return await ask(() => (added = store.add(act)));
      } catch (error) {
        void added?.then(() => takeOver(store, act)).catch(() => undefined);
        throw error;
      }
    },
    change: (id, change) => ask(() => store.change(id, change)),
    remove: (id) => ask(() => store.remove(id)),
  };
}

const opened = new Map<string, ActStore>();

/** Whether the browser has a storage: some throw where it is only looked at. */
function hasStorage(): boolean {
  try {
    return typeof indexedDB !== 'undefined';
  } catch {
    return false;
  }
}

function keptStore(account: string): ActStore | null {
  if (!hasStorage()) return null;
  const store = opened.get(account) ?? impatient(databaseStore(account));
  opened.set(account, store);
  return store;
}

/** What the device does not keep, by account. */
const unkept = new Map<string, Map<string, ActWithFile>>();

/** Files on their way into the device: an act is shown before it is written. */
const beingWritten = new Map<string, File>();

function memoryOf(account: string): Map<string, ActWithFile> {
  const acts = unkept.get(account) ?? new Map<string, ActWithFile>();
  unkept.set(account, acts);
  return acts;
}

const byId = (a: Act, b: Act) => (a.id < b.id ? -1 : 1);

/** Whether an act lives as long as this page only, because the device does not keep it. */
export function isUnkept(id: string): boolean {
  return [...unkept.values()].some((acts) => acts.has(id));
}

/** The acts of an account; without IndexedDB, and where it fails, those of this page. */
export function openActStore(account: string): ActStore {
  const kept = keptStore(account);
  const memory = memoryOf(account);
  return {
    async list() {
      const stored = (await kept?.list().catch(() => null)) ?? [];
      return [...stored, ...[...memory.values()].map(({ file: _file, ...act }) => act)].sort(byId);
    },
    async readFile(id) {
      return memory.get(id)?.file ?? beingWritten.get(id) ?? (await kept?.readFile(id)) ?? null;
    },
    async add(act) {
      if (act.file !== null) beingWritten.set(act.id, act.file);
      const isKept = (await kept?.add(act).catch(() => false)) ?? false;
      beingWritten.delete(act.id);
      if (!isKept) memory.set(act.id, act);
      return isKept;
    },
    async change(id, change) {
      const held = memory.get(id);
      if (held === undefined) return (await kept?.change(id, change).catch(() => null)) ?? null;
      const changed = { ...held, ...change };
      memory.set(id, changed);
      const { file: _file, ...act } = changed;
      return act;
    },
    async remove(id) {
      return memory.delete(id) || ((await kept?.remove(id).catch(() => false)) ?? false);
    },
  };
}

/** The accounts that have, or have had, acts on this device. */
export async function accountsWithActs(): Promise<string[]> {
  const read = async () => (hasStorage() ? within(keys<string>(accounts())) : []);
  return [...new Set([...(await read().catch(() => [])), ...unkept.keys()])];
}
