import { reauthenticate } from '../session/reauth-prompt.ts';
import { sleep } from '../calls/retry-delay.ts';
import { readSession, watchSession } from '../session/session.ts';
import { lanes, type Act, type Lane } from './act.ts';
import { accountsWithActs, openActStore, type ActStore } from './act-store.ts';
import { announce, listen, type OutboxMessage } from './channel.ts';
import { registerSync } from './register-sync.ts';
import { sendNext } from './send.ts';

/** This page's view of the outbox of the account that is signed in, and what sends it while the page is open. */

const nothing: readonly Act[] = [];
let account = '';
let store: ActStore | null = null;
let acts: readonly Act[] = nothing;
/** Acts that are shown and still being written. */
const unwritten = new Map<string, Act>();
/** How far this page has seen each act come: a pause does not begin anew. */
const progress = new Map<string, { fraction: number; isSending: boolean }>();
const watchers = new Set<() => void>();
/** Shows what has been sent; true when somebody sees it there. */
type SentListener = (act: Act, answer: unknown) => boolean;
const sentListeners = new Set<SentListener>();

const notify = (): void => watchers.forEach((watch) => watch());

export function watchOutbox(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

/** Every act of the account that is signed in, oldest first; the same array until something changes. */
export function readActs(): readonly Act[] {
  return acts;
}

const bySubject = new Map<string, readonly Act[]>();

/** The acts of a subject that are not done; the same array until one of them changes. */
export function readActsOf(subject: string): readonly Act[] {
  const found = acts.filter((act) => act.subject === subject && act.state !== 'done');
  const last = bySubject.get(subject) ?? nothing;
  if (found.length === last.length && found.every((act, index) => act === last[index])) return last;
  bySubject.set(subject, found);
  return found;
}

/** The fraction of an act that has been sent, from 0 to 1; undefined while it is not being sent. */
export function readFraction(id: string): number | undefined {
  const reached = progress.get(id);
  return reached?.isSending === true ? reached.fraction : undefined;
}

/** The fraction that had been sent when it was last sent, from 0 to 1. */
export function readReached(id: string): number {
  return progress.get(id)?.fraction ?? 0;
}

/** The subjects whose own forms are on the screen, and show what waits. */
let claims: ReadonlySet<string> = new Set();

export function readClaims(): ReadonlySet<string> {
  return claims;
}

/** Says that a form on the screen shows the acts of a subject. @returns ends it */
export function claim(subject: string): () => void {
  claims = new Set([...claims, subject]);
  notify();
  return () => {
    claims = new Set([...claims].filter((one) => one !== subject));
    notify();
  };
}

/** Whose outbox this page shows; '' for nobody. */
export function outboxAccount(): string {
  return account;
}

/** The store of that account. @throws where nobody is signed in */
export function outboxStore(): ActStore {
  if (store === null) throw new Error('Nobody is logged in');
  return store;
}

const isSame = (a: Act | undefined, b: Act) => JSON.stringify(a) === JSON.stringify(b);

/** Reads the acts again; those that have not changed stay the same objects. */
export async function refreshActs(): Promise<void> {
  const owner = account;
  const stored = (await store?.list()) ?? [];
  if (owner !== account) return;
  const known = new Map(acts.map((act) => [act.id, act]));
  const listed = new Set(stored.map(({ id }) => id));
  const kept = stored.map((act) => (isSame(known.get(act.id), act) ? (known.get(act.id) as Act) : act));
  const next = [...kept, ...[...unwritten.values()].filter(({ id }) => !listed.has(id))];
  if (next.length === acts.length && next.every((act, index) => act === acts[index])) return;
  acts = next;
  notify();
}

/** Shows an act before it is written. @returns to be called when it is */
export function showUnwritten(act: Act, replaced: ReadonlySet<string>): () => void {
  unwritten.set(act.id, act);
  acts = [...acts.filter(({ id }) => !replaced.has(id)), act];
  notify();
  return () => unwritten.delete(act.id);
}

/** Shows an act no more that was never written. */
export function hideUnwritten(id: string): void {
  unwritten.delete(id);
  acts = acts.filter((act) => act.id !== id);
  notify();
}

/** Called with each act of this account that went, whoever sent it. */
export function watchSent(listener: SentListener): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

function onSent(act: Act, answer: unknown): void {
  const isShown = [...sentListeners].map((listener) => listener(act, answer)).includes(true);
  const isSeen = isShown && !document.hidden;
  const others = acts.filter(({ id }) => id !== act.id);
  acts = isSeen ? others : acts.map((one) => (one.id === act.id ? act : one));
  notify();
  if (isSeen) void store?.remove(act.id);
}

function onMessage(message: OutboxMessage): void {
  if (message.account !== account) return;
  switch (message.type) {
    case 'changed':
      return void refreshActs().then(sendAll);
    case 'progress':
      progress.set(message.id, {
        fraction: message.fraction ?? readReached(message.id),
        isSending: message.fraction !== null,
      });
      return notify();
    case 'sent':
      return onSent(message.act, message.answer);
    case 'stop':
  }
}

let sleeping = new AbortController();
const running = new Set<Lane>();
let wokenAt = 0;
let wakes = 0;
/** Whoever has said "Not now" is asked for the password again only at the next press. */
let isLoginDeclined = false;

/** Sends what waits in a lane, for as long as this page is open and shows the same account. */
async function sendLane(lane: Lane): Promise<void> {
  const owner = account;
  for (let woken = wokenAt; owner === outboxAccount();) {
    const step = await sendNext(owner, lane, woken);
    woken = 0;
    if (owner !== account || step === 'empty') return;
    if (step === 'signed-out') {
      if (await reauthenticate()) continue;
      isLoginDeclined = true;
      return;
    }
    if (step === 'tried') continue;
    registerSync();
    if (await sleep(step.dueAt - Date.now(), sleeping.signal)) woken = Date.now();
  }
}

async function runLane(lane: Lane): Promise<void> {
  if (running.has(lane) || account === '') return;
  running.add(lane);
  let seen: number;
  do {
    seen = wakes;
    // What cannot be read or written just now is read again at the next change.
    await sendLane(lane).catch(() => undefined);
    // Woken while it ended: something may have come that it has not seen.
  } while (seen !== wakes && outboxAccount() !== '');
  running.delete(lane);
}

function sendAll(): void {
  const waits = acts.some(({ state, id }) => state === 'waiting' && !unwritten.has(id));
  if (waits && !isLoginDeclined) for (const lane of lanes) void runLane(lane);
}

/** Tries again at once: something was pressed, or somebody has logged in. */
export function wakeOutbox(): void {
  isLoginDeclined = false;
  wokenAt = Date.now();
  wakes += 1;
  sleeping.abort();
  sleeping = new AbortController();
  sendAll();
}

function follow(): void {
  listen(onMessage);
  watchSession((user) => {
    if (user?.account === account && isLoginDeclined) wakeOutbox();
  });
}
let isFollowing = false;

/** Shows the outbox of an account, and sends what waits in it. */
export async function openOutbox(owner: string): Promise<void> {
  if (owner === account) return;
  if (!isFollowing) follow();
  isFollowing = true;
  account = owner;
  store = openActStore(owner);
  unwritten.clear();
  progress.clear();
  if (acts.length > 0) {
    acts = nothing;
    notify();
  }
  if ((await accountsWithActs()).includes(owner)) await refreshActs();
  wakeOutbox();
}

/** Shows nothing any more, after a logout; what waits stays on the device. */
export function closeOutbox(): void {
  account = '';
  store = null;
  wokenAt = 0;
  sleeping.abort();
  sleeping = new AbortController();
  if (acts.length === 0) return;
  acts = nothing;
  notify();
}

/**
 * For screens that everybody may see: opens the outbox of whoever is signed in, which is asked only where something waits.
 * @returns whose it is: somebody's, nobody's, or unknown where nothing waits or the portal cannot be reached
 */
export async function openOutboxOfSession(): Promise<'somebody' | 'nobody' | 'unknown'> {
  if ((await accountsWithActs()).length === 0) return 'unknown';
  const user = await readSession().catch(() => undefined);
  if (user === undefined) return 'unknown';
  if (user === null) return 'nobody';
  await openOutbox(user.account);
  return 'somebody';
}

/** What waits on this device, whoever has pressed it: to be counted, not to be shown. */
export async function readUnsentOfDevice(): Promise<Act[]> {
  const accounts = await accountsWithActs();
  const lists = await Promise.all(accounts.map((account) => openActStore(account).list()));
  return lists.flat().filter(({ state }) => state === 'waiting');
}

/** Tells other pages, and this one, that the stored acts have changed. */
export function announceChange(): void {
  announce({ type: 'changed', account });
}
