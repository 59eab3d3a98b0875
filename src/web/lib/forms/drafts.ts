import { clear, createStore, del, entries, set, type UseStore } from 'idb-keyval';
import { createListeners } from '../listeners.ts';
import { draftsChannel, draftsDatabase, draftsStore, isText, isValueDraft } from '../stored-names/device.ts';
import { within } from '../session/within.ts';

/** Several picked files are one draft. */
export type Draft = string | File | readonly File[];
type Change = { owner: string; key: string; value: Draft | undefined };

/** Milliseconds to wait for IndexedDB before rendering. */
const openMs = 1_500;

let owner = '';
let store: UseStore | null = null;
let opened: Promise<void> = Promise.resolve();
let isOpen = false;
const drafts = new Map<string, Draft>();
const unsaved = new Set<string>();
const saving = new Set<string>();
const failed = new Set<string>();
const draftListeners = new Map<string, Set<(value: Draft | undefined) => void>>();
const statusListeners = createListeners();
const openListeners = createListeners();
let channel: BroadcastChannel | null = null;

const notifyStatus = statusListeners.notify;
export const watchSaveStatus = statusListeners.subscribe;
export const watchDraftsOpen = openListeners.subscribe;

/** A newer local change wins. */
function applyRemote(key: string, value: Draft | undefined): void {
  if (unsaved.has(key) || drafts.get(key) === value) return;
  if (value === undefined) drafts.delete(key);
  else drafts.set(key, value);
  draftListeners.get(key)?.forEach((watch) => watch(value));
  notifyStatus();
}

/** The older text, then the newer; the newer value alone. */
export function joinTexts(key: string, older: Draft | undefined, newer: string): string {
  if (typeof older !== 'string' || isValueDraft(key) || newer.startsWith(older)) return newer;
  return older.startsWith(newer) ? older : `${older}\n\n${newer}`;
}

/** What was typed before it could be read stays, and a text joins it. */
function applyStored(key: string, stored: Draft): void {
  const typed = drafts.get(key);
  if (typed === undefined) return applyRemote(key, stored);
  // Not what another tab has written since.
  const isTyped = unsaved.has(key) || failed.has(key);
  if (isTyped && typeof typed === 'string') replaceDraft(key, joinTexts(key, stored, typed));
}

function listen(): void {
  if (channel !== null || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel(draftsChannel);
  channel.addEventListener('message', ({ data }: MessageEvent<Change>) => {
    if (data.owner === owner) applyRemote(data.key, data.value);
  });
}

/**
 * Each account has its own database: other users of the device never see it. Text typed during hydration
 * joins the first account.
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
      const own = (store = createStore(draftsDatabase(account), draftsStore));
      const stored = entries<string, Draft>(own);
      // Queued after the read, so written after it.
      for (const key of unsaved) void save(key);
      for (const [key, value] of await stored) if (owner === account) applyStored(key, value);
    } catch {
      // Storage may be disabled: drafts stay in memory, and the save status says so.
      store = null;
    }
  };
  const slow = new Promise<void>((resolve) => setTimeout(resolve, openMs));
  const open = async (): Promise<void> => {
    await Promise.race([read(), slow]);
    if (owner !== account) return;
    isOpen = true;
    notifyStatus();
    openListeners.notify();
  };
  return (opened = open());
}

export function areDraftsOpen(): boolean {
  return isOpen;
}

async function saveOnce(account: string, key: string): Promise<void> {
  const value = drafts.get(key);
  const saved = async () => {
    if (store === null) throw new Error('No storage');
    await (value === undefined ? del(key, store) : set(key, value, store));
    channel?.postMessage({ owner: account, key, value } satisfies Change);
    // Also when written after the two-second limit.
    if (owner === account && drafts.get(key) === value && failed.delete(key)) notifyStatus();
  };
  try {
    await within(saved());
  } catch {
    failed.add(key);
  }
  if (owner === account && drafts.get(key) === value) unsaved.delete(key);
}

/** A change during the write is written after it. */
async function save(key: string): Promise<void> {
  if (saving.has(key) || owner === '') return;
  const account = owner;
  saving.add(key);
  await saveOnce(account, key);
  saving.delete(key);
  notifyStatus();
  if (unsaved.has(key)) await save(key);
}

export function readDraft(key: string): Draft | undefined {
  return drafts.get(key);
}

/** '' and null delete it. */
export function writeDraft(key: string, value: Draft | null): void {
  if (value === '' || value === null) {
    if (!drafts.delete(key)) return;
  } else drafts.set(key, value);
  unsaved.add(key);
  void save(key);
  notifyStatus();
}

/** Also updates the field that shows the draft. */
export function replaceDraft(key: string, value: Draft | null): void {
  writeDraft(key, value);
  draftListeners.get(key)?.forEach((watch) => watch(drafts.get(key)));
}

/** Empties the field alone: the device keeps the draft, until another one is typed or `dropKept`. */
export function keepDraft(key: string): void {
  if (failed.has(key)) return replaceDraft(key, null);
  drafts.delete(key);
  unsaved.delete(key);
  draftListeners.get(key)?.forEach((watch) => watch(undefined));
  notifyStatus();
}

/** Deletes a draft that only the device has. */
export function dropKept(key: string): void {
  if (drafts.has(key)) return;
  unsaved.add(key);
  void save(key);
}

/** Outside changes: another tab, a slow IndexedDB start, or `replaceDraft`. */
export function watchDraft(key: string, watch: (value: Draft | undefined) => void): () => void {
  const listeners = draftListeners.get(key) ?? new Set();
  draftListeners.set(key, listeners.add(watch));
  return () => {
    listeners.delete(watch);
    notifyStatus();
  };
}

/** `failed`: only in memory, because the write failed. */
export type SaveStatus = 'nothing' | 'saving' | 'saved' | 'failed';

export function saveStatusOf(keys: readonly string[]): SaveStatus {
  const present = keys.filter((key) => drafts.has(key));
  if (present.length === 0) return 'nothing';
  if (present.some((key) => failed.has(key))) return 'failed';
  return present.some((key) => unsaved.has(key)) ? 'saving' : 'saved';
}

export function isSavingDrafts(): boolean {
  return store !== null && failed.size === 0;
}

/** Whether a field of the open screen holds one, and all are saved. */
export const showsSavedDraft = (): boolean =>
  isSavingDrafts() && [...drafts.keys()].some((key) => isText(key) && draftListeners.get(key)?.size);

export function hasDrafts(): boolean {
  return [...drafts.keys()].some(isText);
}

/** It holds texts that its owner has removed or sent. */
export function removeDraftMetadata(): void {
  for (const key of drafts.keys()) if (!isText(key)) writeDraft(key, null);
}

export async function removeDrafts(): Promise<void> {
  for (const key of drafts.keys()) channel?.postMessage({ owner, key, value: undefined } satisfies Change);
  drafts.clear();
  unsaved.clear();
  failed.clear();
  if (store !== null) await within(clear(store)).catch(() => undefined);
  notifyStatus();
}
