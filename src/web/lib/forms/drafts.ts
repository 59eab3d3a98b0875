import { clear, createStore, del, entries, set, type UseStore } from 'idb-keyval';
import { within } from '../session/within.ts';

/** Unsent text or a chosen file. */
export type Draft = string | File;
type Change = { owner: string; key: string; value: Draft | undefined };

/** How long a screen waits for IndexedDB before it renders without drafts, in milliseconds. */
const openMs = 1_500;

let owner = '';
let store: UseStore | null = null;
let opened: Promise<void> = Promise.resolve();
let isOpen = false;
/** The in-memory copy: drafts in IndexedDB and those being written to it. */
const drafts = new Map<string, Draft>();
const unsaved = new Set<string>();
const saving = new Set<string>();
const failed = new Set<string>();
const draftListeners = new Map<string, Set<(value: Draft | undefined) => void>>();
const statusListeners = new Set<() => void>();
const openListeners = new Set<() => void>();
let channel: BroadcastChannel | null = null;

const notifyStatus = (): void => statusListeners.forEach((watch) => watch());

/** Applies a change from another tab or from IndexedDB, unless a newer one from here is being written. */
function applyRemote(key: string, value: Draft | undefined): void {
  if (unsaved.has(key) || drafts.get(key) === value) return;
  if (value === undefined) drafts.delete(key);
  else drafts.set(key, value);
  draftListeners.get(key)?.forEach((watch) => watch(value));
  notifyStatus();
}

function listen(): void {
  if (channel !== null || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel('capstone drafts');
  channel.addEventListener('message', ({ data }: MessageEvent<Change>) => {
    if (data.owner === owner) applyRemote(data.key, data.value);
  });
}

/**
 * Opens the drafts of an account. Each account has its own database, so that other users of the device never see them. What
 * was written before the first account was known, while a page hydrated, is that account's.
 */
export function openDrafts(account: string): Promise<void> {
  if (account === owner) return opened;
  if (owner !== '') {
    drafts.clear();
    unsaved.clear();
    failed.clear();
  }
  owner = account;
  isOpen = false;
  listen();
  const read = async (): Promise<void> => {
    try {
      const own = (store = createStore(`capstone drafts of ${account}`, 'drafts'));
      const stored = entries<string, Draft>(own);
      // Asked for after the read, they are written after it.
      for (const key of unsaved) void save(key);
      for (const [key, value] of await stored) if (owner === account) applyRemote(key, value);
    } catch {
      // Storage may be disabled: drafts then live in memory only, and the save status says so.
      store = null;
    }
  };
  const slow = new Promise<void>((resolve) => setTimeout(resolve, openMs));
  const open = async (): Promise<void> => {
    await Promise.race([read(), slow]);
    if (owner !== account) return;
    isOpen = true;
    notifyStatus();
    openListeners.forEach((watch) => watch());
  };
  return (opened = open());
}

/** Whether the drafts of this device are there, as far as the device has any. */
export function areDraftsOpen(): boolean {
  return isOpen;
}

export function watchDraftsOpen(watch: () => void): () => void {
  openListeners.add(watch);
  return () => openListeners.delete(watch);
}

async function saveOnce(account: string, key: string): Promise<void> {
  const value = drafts.get(key);
  const saved = async () => {
    if (store === null) throw new Error('No storage');
    await (value === undefined ? del(key, store) : set(key, value, store));
    channel?.postMessage({ owner: account, key, value } satisfies Change);
    // Also when it was written after its two seconds.
    if (owner === account && drafts.get(key) === value && failed.delete(key)) notifyStatus();
  };
  try {
    await within(saved());
  } catch {
    failed.add(key);
  }
  if (owner === account && drafts.get(key) === value) unsaved.delete(key);
}

/** Writes a change at once; a change during the write is written after it. */
async function save(key: string): Promise<void> {
  if (saving.has(key) || owner === '') return;
  const account = owner;
  saving.add(key);
  await saveOnce(account, key);
  saving.delete(key);
  notifyStatus();
  // Changed meanwhile, or by now of another account: write again.
  if (unsaved.has(key)) await save(key);
}

/** The draft of a key. */
export function readDraft(key: string): Draft | undefined {
  return drafts.get(key);
}

/** Saves a draft on this device; '' and null delete it. */
export function writeDraft(key: string, value: Draft | null): void {
  if (value === '' || value === null) {
    if (!drafts.delete(key)) return;
  } else drafts.set(key, value);
  unsaved.add(key);
  void save(key);
  notifyStatus();
}

/** The same from elsewhere than the field that shows the draft, which follows. */
export function replaceDraft(key: string, value: Draft | null): void {
  writeDraft(key, value);
  draftListeners.get(key)?.forEach((watch) => watch(drafts.get(key)));
}

/** Subscribes to changes of a draft from elsewhere: another tab, IndexedDB after a slow start, or `replaceDraft`. */
export function watchDraft(key: string, watch: (value: Draft | undefined) => void): () => void {
  const listeners = draftListeners.get(key) ?? new Set();
  draftListeners.set(key, listeners.add(watch));
  return () => listeners.delete(watch);
}

/** `nothing` to save, being written, saved on the device, or in memory only because the write failed. */
export type SaveStatus = 'nothing' | 'saving' | 'saved' | 'failed';

/** The combined save status of some drafts. */
export function saveStatusOf(keys: readonly string[]): SaveStatus {
  const present = keys.filter((key) => drafts.has(key));
  if (present.length === 0) return 'nothing';
  if (present.some((key) => failed.has(key))) return 'failed';
  return present.some((key) => unsaved.has(key)) ? 'saving' : 'saved';
}

/** Whether drafts can be saved on this device. */
export function isSavingDrafts(): boolean {
  return store !== null && failed.size === 0;
}

export function watchSaveStatus(watch: () => void): () => void {
  statusListeners.add(watch);
  return () => statusListeners.delete(watch);
}

/** Whether the account has unsent drafts on this device; `about …` keys are metadata and do not count. */
export function hasDrafts(): boolean {
  return [...drafts.keys()].some((key) => !key.startsWith('about '));
}

/** Deletes all drafts of the account from this device. */
export async function removeDrafts(): Promise<void> {
  for (const key of drafts.keys()) channel?.postMessage({ owner, key, value: undefined } satisfies Change);
  drafts.clear();
  unsaved.clear();
  failed.clear();
  if (store !== null) await within(clear(store)).catch(() => undefined);
  notifyStatus();
}
