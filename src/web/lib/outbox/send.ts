import { call } from '../calls/client.ts';
import {
  lanes,
  isForOwnEyes,
  isHandIn,
  isSentLater,
  type Act,
  type ActFailure,
  type ActWithFile,
  type Lane,
} from './act.ts';
import { accountsWithActs, openActStore, type ActStore } from './act-store.ts';
import { announce, listen } from './channel.ts';
import { judgeFailure, type Verdict } from './failed-act.ts';
import { storageMs, within } from '../session/within.ts';
import { nextAct } from './next-act.ts';
import { sendHandIn } from './send-hand-in.ts';

/**
 * The sender knows no page: the service worker runs it as well. Whoever sends holds a lock, so that one does at a time;
 * where there are no locks (without https) two may send the same act, which its Idempotency-Key makes harmless.
 */

/** What one step did: `tried` one act, whatever became of it, or found nothing that is due. */
export type Step = 'tried' | 'empty' | 'signed-out' | { dueAt: number };

async function isHeld(name: string): Promise<boolean> {
  try {
    return (await within(navigator.locks.query())).held?.some((lock) => lock.name === name) === true;
  } catch {
    return false;
  }
}

const late = () => new Promise<undefined>((resolve) => void setTimeout(resolve, storageMs, undefined));

/** Waits for the lock as long as somebody holds it; a browser that does not give it otherwise is done without. */
async function withLock<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return work();
  const name = `capstone outbox ${lane}`;
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

/** The calls of the outbox have nothing in common that the type of `call` could say. */
export const plainCall = call as unknown as (name: string, options: object) => Promise<unknown>;

/** Sends an act once. @throws CallError */
async function perform(store: ActStore, act: ActWithFile, signal: AbortSignal): Promise<unknown> {
  const { id, account, params, body, idempotencyKey } = act;
  let told = 0;
  const onProgress = (fraction: number) => {
    if (fraction < 1 && Math.abs(fraction - told) < 0.01) return;
    told = fraction;
    announce({ type: 'progress', account, id, fraction });
  };
  announce({ type: 'progress', account, id, fraction: 0 });
  if (isHandIn(act))
    return sendHandIn({ act, keep: (change) => store.change(id, change), onProgress, signal });
  return plainCall(act.call, {
    params,
    ...(body !== null && { body }),
    idempotencyKey,
    prefersMinimal: true,
    account,
    signal,
    isBackground: true,
  });
}

/** Keeps what becomes of an act until somebody has been told, where there is anything to tell. */
async function finish(store: ActStore, act: Act, answer: unknown): Promise<void> {
  const { id, account } = act;
  const change = {
    state: 'done' as const,
    failure: null,
    answer: isHandIn(act) ? (answer as Act['answer']) : null,
  };
  if (isForOwnEyes(act)) await store.remove(id);
  else await store.change(id, change);
  announce({ type: 'sent', account, act: { ...act, ...change }, answer });
}

async function applyVerdict(store: ActStore, act: Act, verdict: Verdict): Promise<Step> {
  const tried = { tries: act.tries + 1, triedAt: Date.now() };
  switch (verdict.is) {
    case 'done':
      await finish(store, act, undefined);
      return 'tried';
    case 'stopped':
      return 'tried';
    case 'signed-out':
      await store.change(act.id, { ...tried, failure: verdict.failure });
      return 'signed-out';
    case 'waiting': {
      const { failure, change, delayMs } = verdict;
      const isAtOnce = delayMs === 0;
      await store.change(act.id, {
        ...tried,
        ...change,
        failure: isAtOnce ? act.failure : failure,
        notBefore: isAtOnce ? 0 : tried.triedAt + delayMs,
      });
      return 'tried';
    }
    case 'refused':
      await store.change(act.id, { ...tried, state: 'refused', failure: verdict.failure });
      return 'tried';
  }
}

const notSent: ActFailure = {
  status: 0,
  code: 'not_sent',
  message: 'It is not sent automatically. Open it and decide again.',
  retryAfter: null,
};

async function attempt(store: ActStore, act: Act): Promise<Step> {
  const { id, account } = act;
  if (!isSentLater(act)) {
    const step = await applyVerdict(store, act, { is: 'refused', failure: notSent });
    announce({ type: 'changed', account });
    return step;
  }
  const running = new AbortController();
  const unlisten = listen((message) => {
    if (message.type === 'stop' && message.id === id) running.abort();
  });
  try {
    // Removed before somebody listened: nobody would stop it.
    if (!(await store.list()).some((one) => one.id === id)) return 'tried';
    const withFile = { ...act, file: await store.readFile(id) };
    let answer: unknown;
    try {
      answer = await perform(store, withFile, running.signal);
    } catch (error) {
      if (running.signal.aborted) return 'tried';
      return await applyVerdict(store, act, judgeFailure(act, error, act.tries + 1));
    }
    await finish(store, act, answer);
    return 'tried';
  } finally {
    unlisten();
    announce({ type: 'progress', account, id, fraction: null });
    announce({ type: 'changed', account });
  }
}

/**
 * Sends the oldest act of a lane that is due.
 * @param wokenAt as `nextAct` has it; 0 for nothing
 */
export function sendNext(account: string, lane: Lane, wokenAt: number): Promise<Step> {
  return withLock(lane, async () => {
    const store = openActStore(account);
    const next = nextAct(await store.list(), lane, Date.now(), wokenAt);
    if (next === null) return 'empty';
    return 'act' in next ? attempt(store, next.act) : next;
  });
}

/** Sends what waits in a lane until something has to be waited for. @returns whether that is the case */
async function sendLane(account: string, lane: Lane): Promise<boolean> {
  for (let wokenAt = Date.now(); ; wokenAt = 0) {
    const step = await sendNext(account, lane, wokenAt);
    if (step !== 'tried') return typeof step === 'object';
  }
}

/**
 * Sends what waits on this device for whoever is signed in, without a page: for a service worker (Background Sync). It
 * asks the portal first whose session the browser has.
 * @returns `waiting` when a later attempt may send what is left; `empty` when nothing is left, or nothing that the
 *   present session may send
 */
export async function sendWaiting(): Promise<'empty' | 'waiting'> {
  const accounts = await accountsWithActs();
  const lists = await Promise.all(accounts.map((account) => openActStore(account).list()));
  const waiting = lists.flat().filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return 'empty';
  const session = await call('readSession').catch(() => null);
  if (session === null) return 'waiting';
  const account = session.student?.account ?? session.student?.s_id;
  if (account === undefined || !waiting.some((act) => act.account === account)) return 'empty';
  const left = await Promise.all(lanes.map((lane) => sendLane(account, lane)));
  return left.includes(true) ? 'waiting' : 'empty';
}
