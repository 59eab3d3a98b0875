import { call } from '../calls/client.ts';
import { loadPart } from '../calls/load-part.ts';
import { lanes, outboxLock, type Lane } from '../stored-names/offline.ts';
import {
  isSilent,
  isSubmission,
  isSentLater,
  type QueuedRequest,
  type QueuedRequestWithFile,
} from './queued-request.ts';
import { openRequestStore, readUnsentOfDevice, type RequestStore } from './request-store.ts';
import { announce, listen } from './channel.ts';
import { judgeFailure, notSent, type Verdict } from './failed-request.ts';
import { storageMs, within } from '../session/within.ts';
import { nextRequest } from './next-request.ts';
import { fileGone, sendSubmission } from './send-submission.ts';

/**
 * The sender, in pages and in the service worker. A lock lets one send at a time; without locks (no https) two may send
 * the same request, which its Idempotency-Key makes harmless.
 */

/** `tried` one request, or found none that is due. */
export type Step = 'tried' | 'empty' | 'signed-out' | { dueAt: number };

async function isHeld(name: string): Promise<boolean> {
  try {
    return (await within(navigator.locks.query())).held?.some((lock) => lock.name === name) === true;
  } catch {
    return false;
  }
}

const late = () => new Promise<undefined>((resolve) => void setTimeout(resolve, storageMs, undefined));

/** Works without the lock if the browser does not grant a free one. */
async function withLock<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return work();
  const name = outboxLock(lane);
  const giveUp = new AbortController();
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  const locked = navigator.locks.request(name, { signal: giveUp.signal }, begin) as Promise<Result>;
  const begun = locked.then(
    (result) => ({ result }),
    (error: unknown) => {
      if (isBegun) throw error;
      return null;
    },
  );
  for (;;) {
    const done = await Promise.race([begun, late()]);
    if (done) return done.result;
    if (isBegun) return locked;
    if (done === null || !(await isHeld(name))) break;
  }
  if (isBegun) return locked;
  giveUp.abort();
  return work();
}

/** The outbox's calls share no type. */
export const plainCall = call as unknown as (name: string, options: object) => Promise<unknown>;

/** @throws CallError */
async function perform(
  store: RequestStore,
  request: QueuedRequestWithFile,
  signal: AbortSignal,
): Promise<unknown> {
  const { id, account, params, body, idempotencyKey } = request;
  let told = 0;
  const onProgress = (fraction: number) => {
    if (fraction < 1 && Math.abs(fraction - told) < 0.01) return;
    told = fraction;
    announce({ type: 'progress', account, id, fraction });
  };
  announce({ type: 'progress', account, id, fraction: 0 });
  const attempted = {
    request,
    keep: (change: Partial<QueuedRequest>) => store.change(id, change),
    onProgress,
    signal,
  };
  if (isSubmission(request)) return sendSubmission(attempted);
  const send = (content: QueuedRequest['body']) =>
    plainCall(request.call, {
      params,
      ...(content !== null && { body: content }),
      idempotencyKey,
      prefersMinimal: true,
      account,
      signal,
      isBackground: true,
    });
  if (request.call === 'askExtension' && request.file !== null) {
    const { sendExtension } = await loadPart(() => import('./send-extension.ts'));
    return sendExtension(attempted, send);
  }
  // A review that was requested in time, offline, counts for a day. As an age, since clocks are wrong.
  if (request.call === 'askSecondLook')
    return send({ ...body, waited_ms: Math.max(0, Date.now() - request.pressedAt) });
  return send(body);
}

/** Keeps a sent request until it was shown, unless there is nothing to show. */
async function finish(store: RequestStore, request: QueuedRequest, answer: unknown): Promise<void> {
  const { id, account } = request;
  const change = {
    state: 'done' as const,
    failure: null,
    answer: isSubmission(request) ? (answer as QueuedRequest['answer']) : null,
  };
  if (!isSilent(request) || !(await store.remove(id))) await store.record(id, change);
  announce({ type: 'sent', account, act: { ...request, ...change }, answer });
}

async function applyVerdict(store: RequestStore, request: QueuedRequest, verdict: Verdict): Promise<Step> {
  const tried = { tries: request.tries + 1, triedAt: Date.now() };
  switch (verdict.is) {
    case 'done':
      await finish(store, request, undefined);
      return 'tried';
    case 'stopped':
      return 'tried';
    case 'signed-out':
      await store.record(request.id, { ...tried, failure: verdict.failure });
      return 'signed-out';
    case 'waiting': {
      const { failure, change, delayMs } = verdict;
      const isAtOnce = delayMs === 0;
      await store.record(request.id, {
        ...tried,
        ...change,
        failure: isAtOnce ? request.failure : failure,
        notBefore: isAtOnce ? 0 : tried.triedAt + delayMs,
      });
      return 'tried';
    }
    case 'refused':
      await store.record(request.id, { ...tried, state: 'refused', failure: verdict.failure });
      return 'tried';
  }
}

async function attempt(store: RequestStore, request: QueuedRequest): Promise<Step> {
  const { id, account } = request;
  const running = new AbortController();
  const unlisten = listen((message) => {
    if (message.type === 'stop' && message.id === id) running.abort();
  });
  try {
    if (!isSentLater(request)) return await applyVerdict(store, request, { is: 'refused', failure: notSent });
    const file = await store.readFile(id);
    // Paused or removed while the file was read.
    const current = (await store.list()).find((one) => one.id === id);
    if (current?.state !== 'waiting') return 'tried';
    let answer: unknown;
    try {
      if (file === null && request.fileIdentity !== null) throw fileGone();
      answer = await perform(store, { ...request, file }, running.signal);
    } catch (error) {
      if (running.signal.aborted) return 'tried';
      return await applyVerdict(store, request, judgeFailure(request, error, request.tries + 1));
    }
    await finish(store, request, answer);
    return 'tried';
  } finally {
    unlisten();
    announce({ type: 'progress', account, id, fraction: null });
    announce({ type: 'changed', account });
  }
}

/** @param wokenAt as in `nextRequest`; 0 for nothing */
export function sendNext(account: string, lane: Lane, wokenAt: number): Promise<Step> {
  return withLock(lane, async () => {
    const store = openRequestStore(account);
    const next = nextRequest(await store.list(), lane, Date.now(), wokenAt);
    if (next === null) return 'empty';
    return 'request' in next ? attempt(store, next.request) : next;
  });
}

/** @returns whether something is due later */
async function sendLane(account: string, lane: Lane): Promise<boolean> {
  for (let wokenAt = Date.now(); ; wokenAt = 0) {
    const step = await sendNext(account, lane, wokenAt);
    if (step !== 'tried') return typeof step === 'object';
  }
}

/**
 * Sends the session's outbox from a service worker (Background Sync).
 * @returns `waiting` if a later attempt may send the rest; `empty` if nothing is left that this session may
 * send
 */
export async function sendWaiting(): Promise<'empty' | 'waiting'> {
  const waiting = await readUnsentOfDevice();
  if (waiting.length === 0) return 'empty';
  const session = await call('readSession').catch(() => null);
  if (session === null) return 'waiting';
  const account = session.student?.account ?? session.student?.s_id;
  if (account === undefined || !waiting.some((request) => request.account === account)) return 'empty';
  const left = await Promise.all(lanes.map((lane) => sendLane(account, lane)));
  return left.includes(true) ? 'waiting' : 'empty';
}
