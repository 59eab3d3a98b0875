import { clear, createStore, del, entries, set, type UseStore } from 'idb-keyval';

/** Typed text or a picked file, on its way to the server. */
export type Draft = string | File;
type Change = { owner: string; key: string; value: Draft | undefined };

/** How long a screen waits for a slow device before it shows itself without drafts, in milliseconds. */
const openMs = 1_500;

let owner = '';
let store: UseStore | null = null;
let opened: Promise<void> = Promise.resolve();
/** What the device holds, and what is about to be there. */
const held = new Map<string, Draft>();
const unsaved = new Set<string>();
const saving = new Set<string>();
const failed = new Set<string>();
const fromElsewhere = new Map<string, Set<(value: Draft | undefined) => void>>();
const watchers = new Set<() => void>();
let channel: BroadcastChannel | null = null;

const tell = (): void => watchers.forEach((watch) => watch());

/** What came from another tab or from the device; what is being changed here is newer. */
function take(key: string, value: Draft | undefined): void {
  if (unsaved.has(key) || held.get(key) === value) return;
  if (value === undefined) held.delete(key);
  else held.set(key, value);
  fromElsewhere.get(key)?.forEach((watch) => watch(value));
  tell();
}

function listen(): void {
  if (channel !== null || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel('capstone drafts');
  channel.addEventListener('message', ({ data }: MessageEvent<Change>) => {
    if (data.owner === owner) take(data.key, data.value);
  });
}

/**
 * Opens what an account has not sent yet. Each account has a database of its own: whoever else uses the device never
 * sees it.
 */
export function openDrafts(account: string): Promise<void> {
  if (account === owner) return opened;
  owner = account;
  held.clear();
  unsaved.clear();
  failed.clear();
  listen();
  const read = async (): Promise<void> => {
    try {
      const own = (store = createStore(`capstone drafts of ${account}`, 'drafts'));
      for (const [key, value] of await entries<string, Draft>(own)) if (owner === account) take(key, value);
    } catch {
      // Storage may be switched off: then what is typed lives as long as the screen, and the screen says so.
      store = null;
    }
  };
  const slow = new Promise<void>((resolve) => setTimeout(resolve, openMs));
  return (opened = Promise.race([read(), slow]));
}

async function saveOnce(account: string, key: string): Promise<void> {
  const value = held.get(key);
  try {
    if (store === null) throw new Error('No storage');
    await (value === undefined ? del(key, store) : set(key, value, store));
    failed.delete(key);
    channel?.postMessage({ owner: account, key, value } satisfies Change);
  } catch {
    failed.add(key);
  }
  if (owner === account && held.get(key) === value) unsaved.delete(key);
}

/** Writes a change to the device at once; what changes while that lasts is written after it. */
async function save(key: string): Promise<void> {
  if (saving.has(key)) return;
  const account = owner;
  saving.add(key);
  await saveOnce(account, key);
  saving.delete(key);
  tell();
  // Changed meanwhile, or another account's by now: it is written in its turn.
  if (unsaved.has(key)) await save(key);
}

/** What was typed or picked and not yet taken by the server. */
export function readDraft(key: string): Draft | undefined {
  return held.get(key);
}

/** Keeps typed text or a picked file on this device; '' and null forget it. */
export function writeDraft(key: string, value: Draft | null): void {
  if (value === '' || value === null) {
    if (!held.delete(key)) return;
  } else held.set(key, value);
  unsaved.add(key);
  void save(key);
  tell();
}

/** Hears of a draft's changes that were not made here: in another tab, or late from the device. */
export function watchDraft(key: string, watch: (value: Draft | undefined) => void): () => void {
  const watching = fromElsewhere.get(key) ?? new Set();
  fromElsewhere.set(key, watching.add(watch));
  return () => watching.delete(watch);
}

/** `nothing` to keep, on its way to the device, there, or only on the screen because the device does not take it. */
export type SaveStatus = 'nothing' | 'saving' | 'saved' | 'failed';

/** Where the drafts stand whose keys are given. */
export function saveStatusOf(keys: readonly string[]): SaveStatus {
  const present = keys.filter((key) => held.has(key));
  if (present.length === 0) return 'nothing';
  if (present.some((key) => failed.has(key))) return 'failed';
  return present.some((key) => unsaved.has(key)) ? 'saving' : 'saved';
}

/** Whether the device takes what is typed. */
export function isSavingDrafts(): boolean {
  return store !== null && failed.size === 0;
}

export function watchSaveStatus(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

/** Whether the account has anything on this device that the server has not taken; `about …` only accompanies it. */
export function hasDrafts(): boolean {
  return [...held.keys()].some((key) => !key.startsWith('about '));
}

/** Removes everything of the account from this device. */
export async function removeDrafts(): Promise<void> {
  for (const key of held.keys()) channel?.postMessage({ owner, key, value: undefined } satisfies Change);
  held.clear();
  unsaved.clear();
  if (store !== null) await clear(store).catch(() => undefined);
  tell();
}
