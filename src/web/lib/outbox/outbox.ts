import { reauthenticate } from '../session/reauth-prompt.ts';
import { sleep } from '../calls/retry-delay.ts';
import { createListeners } from '../listeners.ts';
import { readSession, watchSession } from '../session/session.ts';
import type { Receipt } from '#contract/submissions/calls';
import { lanes, type Lane } from '../stored-names/offline.ts';
import type { QueuedRequest, SubmitAnswer } from './queued-request.ts';
import { accountsWithRequests, openRequestStore, type RequestStore } from './request-store.ts';
import { announce, listen, type OutboxMessage } from './channel.ts';
import { withReasons } from './next-request.ts';
import { registerSync } from '../offline/worker-messages.ts';
import { sendNext } from './send.ts';

/** This page's view of the account's outbox, which it sends while open. */

const nothing: readonly QueuedRequest[] = [];
let account = '';
let store: RequestStore | null = null;
let requests: readonly QueuedRequest[] = nothing;
/** Shown while still being written. */
const unwritten = new Map<string, QueuedRequest>();
/** A resumed upload starts where it paused. */
const progress = new Map<string, { fraction: number; isSending: boolean }>();
const watchers = createListeners();
/** True if the screen shows it. */
type SentListener = (request: QueuedRequest, answer: unknown) => boolean;
const sentListeners = new Set<SentListener>();

const { notify } = watchers;
export const watchOutbox = watchers.subscribe;

const noReceipts: readonly Receipt[] = [];
let receipts = noReceipts;

/** The newest of each task that arrived while this page is open: its data may be older. */
export function readNewReceipts(): readonly Receipt[] {
  return receipts;
}

function noteReceipt(answer: unknown): void {
  const { receipt } = (answer ?? {}) as Partial<SubmitAnswer>;
  if (receipt === undefined) return;
  const known = receipts.find(({ task }) => task === receipt.task);
  if (known !== undefined && known.version >= receipt.version) return;
  receipts = [...receipts.filter((one) => one !== known), receipt];
}

/** Oldest first; the same array until something changes. */
export function readRequests(): readonly QueuedRequest[] {
  return requests;
}

const bySubject = new Map<string, readonly QueuedRequest[]>();

/** Unsent ones; the same array until one changes. */
export function readRequestsOf(subject: string): readonly QueuedRequest[] {
  const found = requests.filter((request) => request.subject === subject && request.state !== 'done');
  const last = bySubject.get(subject) ?? nothing;
  if (found.length === last.length && found.every((request, index) => request === last[index])) return last;
  bySubject.set(subject, found);
  return found;
}

/** From 0 to 1; undefined while it is not being sent. */
export function readFraction(id: string): number | undefined {
  const reached = progress.get(id);
  return reached?.isSending === true ? reached.fraction : undefined;
}

/** From 0 to 1, by the last attempt. */
export function readReached(id: string): number {
  return progress.get(id)?.fraction ?? 0;
}

/** Subjects whose forms are on the screen. */
let claims: ReadonlySet<string> = new Set();

export function readClaims(): ReadonlySet<string> {
  return claims;
}

/** A form on the screen shows this subject's requests. @returns ends it */
export function claim(subject: string): () => void {
  claims = new Set([...claims, subject]);
  notify();
  return () => {
    claims = new Set([...claims].filter((one) => one !== subject));
    notify();
  };
}

/** '' for none. */
export function outboxAccount(): string {
  return account;
}

/** @throws when nobody is logged in */
export function outboxStore(): RequestStore {
  if (store === null) throw new Error('Nobody is logged in');
  return store;
}

/** Device clock, ms since 1970 UTC. */
let loggedInAt = 0;

/** A login ends what was refused for want of one. */
function sinceLogin(request: QueuedRequest): QueuedRequest {
  const isOver = request.failure?.status === 401 && request.triedAt < loggedInAt;
  return isOver ? { ...request, failure: null } : request;
}

const isSame = (a: QueuedRequest | undefined, b: QueuedRequest) => JSON.stringify(a) === JSON.stringify(b);

/** Unchanged requests stay the same objects. */
export async function refreshRequests(): Promise<void> {
  const owner = account;
  const stored = withReasons((await store?.list()) ?? []).map(sinceLogin);
  if (owner !== account) return;
  const known = new Map(requests.map((request) => [request.id, request]));
  const listed = new Set(stored.map(({ id }) => id));
  const kept = stored.map((request) =>
    isSame(known.get(request.id), request) ? (known.get(request.id) as QueuedRequest) : request,
  );
  const next = [...kept, ...[...unwritten.values()].filter(({ id }) => !listed.has(id))];
  if (next.length === requests.length && next.every((request, index) => request === requests[index])) return;
  requests = next;
  for (const { answer } of next) noteReceipt(answer);
  notify();
}

/** @returns to be called once it is written */
export function showUnwritten(request: QueuedRequest, replaced: ReadonlySet<string>): () => void {
  unwritten.set(request.id, request);
  requests = [...requests.filter(({ id }) => !replaced.has(id)), request];
  notify();
  return () => unwritten.delete(request.id);
}

export function hideUnwritten(id: string): void {
  unwritten.delete(id);
  requests = requests.filter((request) => request.id !== id);
  notify();
}

/** Also those that other pages and the worker send. */
export function watchSent(listener: SentListener): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

function onSent(request: QueuedRequest, answer: unknown): void {
  noteReceipt(answer);
  const isShown = [...sentListeners].map((listener) => listener(request, answer)).includes(true);
  const isSeen = isShown && !document.hidden;
  const others = requests.filter(({ id }) => id !== request.id);
  requests = isSeen ? others : requests.map((one) => (one.id === request.id ? request : one));
  notify();
  if (isSeen) void store?.remove(request.id);
}

function onMessage(message: OutboxMessage): void {
  if (message.account !== account) return;
  switch (message.type) {
    case 'changed':
      return void refreshRequests().then(sendAll);
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
/** After "Not now" only the next request asks for the password again. */
let isLoginDeclined = false;

/** While this page shows the same account. */
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
    // The next change repeats a failed read or write.
    await sendLane(lane).catch(() => undefined);
    // Woken while it ended: it may have missed a request.
  } while (seen !== wakes && outboxAccount() !== '');
  running.delete(lane);
}

function sendAll(): void {
  const waits = requests.some(({ state, id }) => state === 'waiting' && !unwritten.has(id));
  if (waits && !isLoginDeclined) for (const lane of lanes) void runLane(lane);
}

/** After a new request or a login. */
export function wakeOutbox(): void {
  isLoginDeclined = false;
  wokenAt = Date.now();
  wakes += 1;
  sleeping.abort();
  sleeping = new AbortController();
  sendAll();
}

/** Then sends what waits. */
export async function logInAgain(): Promise<void> {
  if (await reauthenticate()) wakeOutbox();
}

function follow(): void {
  listen(onMessage);
  watchSession((user) => {
    if (user === null || user.account !== account) return;
    loggedInAt = Date.now();
    void refreshRequests();
    if (isLoginDeclined) wakeOutbox();
  });
}
let isFollowing = false;

export async function openOutbox(owner: string): Promise<void> {
  if (owner === account) return;
  if (!isFollowing) follow();
  isFollowing = true;
  account = owner;
  loggedInAt = Date.now();
  store = openRequestStore(owner);
  receipts = noReceipts;
  unwritten.clear();
  progress.clear();
  if (requests.length > 0) {
    requests = nothing;
    notify();
  }
  await refreshRequests();
  wakeOutbox();
}

/** Its requests stay on the device. */
export function closeOutbox(): void {
  account = '';
  store = null;
  receipts = noReceipts;
  wokenAt = 0;
  sleeping.abort();
  sleeping = new AbortController();
  if (requests.length === 0) return;
  requests = nothing;
  notify();
}

/**
 * For public screens; asks for the session only if something waits.
 * @returns `unknown` when nothing waits or the portal cannot be reached
 */
export async function openOutboxOfSession(): Promise<'somebody' | 'nobody' | 'unknown'> {
  if ((await accountsWithRequests()).length === 0) return 'unknown';
  const user = await readSession().catch(() => undefined);
  if (user === undefined) return 'unknown';
  if (user === null) return 'nobody';
  await openOutbox(user.account);
  return 'somebody';
}

export function announceChange(): void {
  announce({ type: 'changed', account });
}
