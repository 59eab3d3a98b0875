import { createStore, entries, keys, promisifyRequest, set, type UseStore } from 'idb-keyval';
import { within } from '../session/within.ts';
import { accountsDatabase } from '../stored-names/device.ts';
import {
  accountsStore,
  outboxDatabase,
  outboxStoreName,
  requestFile,
  requestPicked,
} from '../stored-names/offline.ts';
import { announce } from './channel.ts';
import type { QueuedRequest, QueuedRequestWithFile } from './queued-request.ts';

let registry: UseStore | null = null;
const accounts = (): UseStore => (registry ??= createStore(accountsDatabase, accountsStore));

/** In IndexedDB, or in memory where that fails. Files are beside their request: a change does not write them again. */
export type RequestStore = {
  /** What it listed before, while the device does not answer. */
  list(): Promise<QueuedRequest[]>;
  readFile(id: string): Promise<File | null>;
  /** What its student picked: that file, or those that it packs. */
  readPicked(id: string): Promise<readonly File[]>;
  /** @returns whether it is on the device; else it lives as long as the page */
  add(request: QueuedRequestWithFile): Promise<boolean>;
  /** @returns null if it is gone */
  change(id: string, change: Partial<QueuedRequest>): Promise<QueuedRequest | null>;
  /** A change by an attempt. If the device does not take it, this page remembers it: it would send at once. */
  record(id: string, outcome: Partial<QueuedRequest>): Promise<void>;
  /** @returns whether it was there */
  remove(id: string): Promise<boolean>;
};

const filesOf = (file: File | null): readonly File[] => (file === null ? [] : [file]);

function withoutFiles({ file: _file, picked: _picked, ...request }: QueuedRequestWithFile): QueuedRequest {
  return request;
}

type DeviceStore = Omit<RequestStore, 'record'>;

function databaseStore(account: string): DeviceStore {
  const store = createStore(outboxDatabase(account), outboxStoreName);
  const read = <Value>(key: string) =>
    store('readonly', (requests) => promisifyRequest<Value | undefined>(requests.get(key)));
  const readFile = async (id: string) => (await read<File>(requestFile(id))) ?? null;
  return {
    async list() {
      const all = await entries<string, QueuedRequest | File>(store);
      return all.flatMap(([, one]) => ('idempotencyKey' in one ? [one] : []));
    },
    readFile,
    async readPicked(id) {
      return (await read<readonly File[]>(requestPicked(id))) ?? filesOf(await readFile(id));
    },
    async add({ file, picked, ...request }) {
      await set(account, true, accounts());
      await store('readwrite', (requests) => {
        requests.add(request, request.id);
        if (file !== null) requests.add(file, requestFile(request.id));
        if (picked !== undefined) requests.add(picked, requestPicked(request.id));
        return promisifyRequest(requests.transaction);
      });
      return true;
    },
    change: (id, change) =>
      store('readwrite', async (requests) => {
        const done = promisifyRequest(requests.transaction);
        const request = await promisifyRequest<QueuedRequest | undefined>(requests.get(id));
        const changed = request === undefined ? null : { ...request, ...change };
        if (changed !== null) requests.put(changed, id);
        if (change.state === 'done')
          for (const key of [requestFile(id), requestPicked(id)]) requests.delete(key);
        await done;
        return changed;
      }),
    remove: (id) =>
      store('readwrite', async (requests) => {
        const done = promisifyRequest(requests.transaction);
        const request = await promisifyRequest<unknown>(requests.get(id));
        for (const key of [id, requestFile(id), requestPicked(id)]) requests.delete(key);
        await done;
        return request !== undefined;
      }),
  };
}

/** Moves a request that the device wrote late out of memory, unless it is gone from there. */
async function takeOver(store: DeviceStore, { id, account }: QueuedRequest): Promise<void> {
  const held = memoryOf(account).get(id);
  if (held === undefined) return void (await store.remove(id));
  await store.change(id, withoutFiles(held));
  memoryOf(account).delete(id);
}

/** Waits two seconds for each answer of the device; while one is missing it fails at once. */
function impatient(store: DeviceStore, account: string): DeviceStore {
  let hanging = 0;
  let isAnnounced = false;
  /** The outbox reads again what it could not. Once: a device that is always late would be asked without end. */
  const recover = () => {
    hanging -= 1;
    if (hanging > 0 || isAnnounced) return;
    isAnnounced = true;
    announce({ type: 'changed', account });
  };
  const ask = async <Result>(
    work: () => Promise<Result>,
    afterLate?: () => Promise<void>,
  ): Promise<Result> => {
    if (hanging > 0) throw new Error('The device does not answer.');
    const answer = work();
    try {
      const result = await within(answer);
      isAnnounced = false;
      return result;
    } catch (error) {
      hanging += 1;
      answer.then(afterLate).then(recover, recover);
      throw error;
    }
  };
  return {
    list: () => ask(() => store.list()),
    readFile: (id) => ask(() => store.readFile(id)),
    readPicked: (id) => ask(() => store.readPicked(id)),
    add: (request) =>
      ask(
        () => store.add(request),
        () => takeOver(store, request),
      ),
    change: (id, change) => ask(() => store.change(id, change)),
    remove: (id) => ask(() => store.remove(id)),
  };
}

const opened = new Map<string, DeviceStore>();

/** In some browsers reading the name throws. */
function keptStore(account: string): DeviceStore | null {
  try {
    if (typeof indexedDB === 'undefined') return null;
  } catch {
    return null;
  }
  const store = opened.get(account) ?? impatient(databaseStore(account), account);
  opened.set(account, store);
  return store;
}

/** Not on the device; by account. */
const unkept = new Map<string, Map<string, QueuedRequestWithFile>>();

/** Of attempts, not on the device; by request. */
const outcomes = new Map<string, Partial<QueuedRequest>>();

/** A request is shown before it is written. */
const beingWritten = new Map<string, Pick<QueuedRequestWithFile, 'file' | 'picked'>>();

function memoryOf(account: string): Map<string, QueuedRequestWithFile> {
  const requests = unkept.get(account) ?? new Map<string, QueuedRequestWithFile>();
  unkept.set(account, requests);
  return requests;
}

const byId = (a: QueuedRequest, b: QueuedRequest) => (a.id < b.id ? -1 : 1);

export const isUnkept = (id: string): boolean => [...unkept.values()].some((requests) => requests.has(id));

/** Whether an unsent request of the account would be lost with the page. */
export const hasUnkept = (account: string): boolean =>
  [...(unkept.get(account)?.values() ?? [])].some(({ state }) => state !== 'done');

/** This page's memory without IndexedDB, and if it fails. */
export function openRequestStore(account: string): RequestStore {
  const kept = keptStore(account);
  const memory = memoryOf(account);
  let stored: readonly QueuedRequest[] = [];
  const changeKept = async (id: string, change: Partial<QueuedRequest>) => {
    const changed = (await kept?.change(id, { ...outcomes.get(id), ...change }).catch(() => null)) ?? null;
    if (changed !== null) outcomes.delete(id);
    return changed;
  };
  return {
    async list() {
      if (kept !== null) stored = await kept.list().catch(() => stored);
      const current = stored
        .filter(({ id }) => !memory.has(id))
        .map((request) => ({ ...request, ...outcomes.get(request.id) }));
      return [...current, ...[...memory.values()].map(withoutFiles)].sort(byId);
    },
    async readFile(id) {
      const held = memory.get(id) ?? beingWritten.get(id);
      if (held !== undefined) return held.file;
      return (await kept?.readFile(id)) ?? null;
    },
    async readPicked(id) {
      const held = memory.get(id) ?? beingWritten.get(id);
      if (held !== undefined) return held.picked ?? filesOf(held.file);
      return (await kept?.readPicked(id)) ?? [];
    },
    async add(request) {
      const { file, picked } = request;
      beingWritten.set(request.id, { file, ...(picked && { picked }) });
      const isKept = (await kept?.add(request).catch(() => false)) ?? false;
      beingWritten.delete(request.id);
      if (!isKept) memory.set(request.id, request);
      return isKept;
    },
    async change(id, change) {
      const held = memory.get(id);
      if (held === undefined) return changeKept(id, change);
      const changed = { ...held, ...change };
      memory.set(id, changed);
      return withoutFiles(changed);
    },
    async record(id, outcome) {
      if ((await this.change(id, outcome)) === null) outcomes.set(id, { ...outcomes.get(id), ...outcome });
    },
    async remove(id) {
      stored = stored.filter((request) => request.id !== id);
      return memory.delete(id) || ((await kept?.remove(id).catch(() => false)) ?? false);
    },
  };
}

/** They have or had requests. */
export async function accountsWithRequests(): Promise<string[]> {
  const read = async () => within(keys<string>(accounts()));
  const unkeptOnes = [...unkept].filter(([, { size }]) => size > 0).map(([account]) => account);
  return [...new Set([...(await read().catch(() => [])), ...unkeptOnes])];
}

/** Of all accounts: their owners may not be logged in. */
export async function readUnsentOfDevice(): Promise<QueuedRequest[]> {
  const accounts = await accountsWithRequests();
  const lists = await Promise.all(accounts.map((account) => openRequestStore(account).list()));
  return lists.flat().filter(({ state }) => state === 'waiting');
}
