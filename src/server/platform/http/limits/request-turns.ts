import type { FastifyReply, FastifyRequest } from 'fastify';
import { setImmediate } from 'node:timers/promises';
import { makeFairQueue, type FairQueue, type Release, type Turn as Place } from '../../fair-queue.ts';
import { httpErrors, type HttpError } from '../http-errors.ts';
import { keyOf, tooManyRequests, type Requester, type RequestLimit } from './request-limit.ts';
import { makeThreadMeter } from './thread-meter.ts';

/** Under way at once. A browser without HTTP/2 has six connections. */
const callsOfAccount = 6;
const pagesOfAccount = 2;
/** A page holds the thread for tens of milliseconds, and Node accepts one connection between two of them. */
const pagesAtOnce = 4;
/** Of those who have lately taken much of the thread: one of an account. */
const heavyAtOnce = 2;
/** Waiting. A browser that restores its windows opens many pages. */
const callsWaiting = 100;
const pagesWaiting = 60;
const waitingInAll = 1_000;
const retrySeconds = 2;
/** Turns of the event loop before a page that had to wait: each accepts one connection. */
const turnsBeforePage = 16;
/** So long a call of a heavy requester gives way to pages of others, in milliseconds. */
const yieldMs = 1_000;

/** A request under way that is charged for what it takes of the serving thread. */
export type RequestTurn = {
  /** Lets others of the account begin while `work` runs on another thread or machine. */
  elsewhere<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for a place in another queue, in place of the one that it has. */
  moveTo(enter: () => Promise<Release>): Promise<void>;
  /** Idempotent. */
  end(): void;
};

export type RequestTurns = {
  /**
   * Waits while many calls of the account are under way. Strangers wait if they are heavy.
   * @throws 429 when too many wait
   */
  enter(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /**
   * Waits for one of the few places in which pages are rendered.
   * @throws 429 when too many of the account wait, 503 when too many of all, or the signal aborts
   */
  enterPage(request: FastifyRequest, reply: FastifyReply, signal: AbortSignal): Promise<void>;
};

async function passTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}

const refusal = (isOwn: boolean) =>
  isOwn
    ? tooManyRequests(retrySeconds)
    : httpErrors.busy('The portal is busy. Please try again in a moment.', retrySeconds);

/** Admitted requests take turns by account; the turn of each is `request.turn`. */
export function makeRequestTurns(limit: RequestLimit): RequestTurns {
  const startTime = makeThreadMeter();
  const calls = makeFairQueue({
    maxConcurrent: Infinity,
    maxOfAccount: callsOfAccount,
    maxQueued: waitingInAll,
    maxQueuedOfAccount: callsWaiting,
    refusal,
  });
  const pages = makeFairQueue({
    maxConcurrent: pagesAtOnce,
    maxOfAccount: pagesOfAccount,
    maxQueued: waitingInAll,
    maxQueuedOfAccount: pagesWaiting,
    refusal,
  });
  const heavy = makeFairQueue({
    maxConcurrent: heavyAtOnce,
    maxOfAccount: 1,
    maxQueued: waitingInAll,
    maxQueuedOfAccount: pagesWaiting,
    refusal,
  });
  let lastStart: Promise<unknown> = Promise.resolve();
  /** Heavy requests that wait until no page of a light requester is under way. */
  const yielding = new Set<() => void>();

  function untilIdle(gone: AbortSignal): Promise<void> {
    if (pages.running() === 0 || gone.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const goOn = (): void => {
        clearTimeout(timer);
        yielding.delete(goOn);
        resolve();
      };
      const timer = setTimeout(goOn, yieldMs);
      yielding.add(goOn);
      gone.addEventListener('abort', goOn, { once: true });
    });
  }

  async function wait(queue: FairQueue, place: Place, gone: AbortSignal): Promise<Release> {
    const leave = await queue.enter(place, gone).catch((error: HttpError) => {
      if (error.status === 429) return limit.refuse(error);
      throw error;
    });
    if (queue === heavy) await untilIdle(gone);
    // One after another: moving in microtasks, a long queue would keep all others out.
    lastStart = lastStart.then(() => passTurns(queue === calls ? 1 : turnsBeforePage));
    await lastStart;
    if (!gone.aborted) return leave;
    leave();
    throw refusal(false);
  }

  async function take(queue: FairQueue, requester: Requester, gone: () => AbortSignal): Promise<Release> {
    const account = keyOf(requester);
    const place = { network: account, account, isKnown: requester.kind !== 'network' };
    if (limit.isHeavy(requester)) return wait(heavy, place, gone());
    const leave = queue.tryEnter(place) ?? (await wait(queue, place, gone()));
    if (queue !== pages) return leave;
    return () => {
      leave();
      if (pages.running() === 0) for (const goOn of yielding) goOn();
    };
  }

  function begin(requester: Requester, { raw }: FastifyReply, first: Release): RequestTurn {
    const time = startTime();
    let leave = first;
    let isOver = false;
    const turn: RequestTurn = {
      async elsewhere(work) {
        time.pause();
        leave();
        try {
          return await work();
        } finally {
          if (!isOver) time.resume();
        }
      },
      async moveTo(enter) {
        const entered = await turn.elsewhere(enter);
        if (isOver) entered();
        else leave = entered;
      },
      end() {
        if (isOver) return;
        isOver = true;
        time.pause();
        leave();
        limit.charge(requester, time.spentMs());
      },
    };
    // Usually it ends before, with the answer's last byte made.
    raw.once('close', turn.end);
    return turn;
  }

  return {
    async enter(request, reply) {
      const { requester } = request;
      if (requester === null || reply.raw.destroyed) return;
      const untilGone = (): AbortSignal => {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        return gone.signal;
      };
      const isFree = requester.kind === 'network' && !limit.isHeavy(requester);
      const leave = isFree ? () => {} : await take(calls, requester, untilGone);
      request.turn = begin(requester, reply, leave);
    },
    async enterPage(request, reply, signal) {
      const { requester, turn } = request;
      if (requester === null || reply.raw.destroyed) return;
      const enter = () => take(pages, requester, () => signal);
      if (turn === null) request.turn = begin(requester, reply, await enter());
      else await turn.moveTo(enter);
    },
  };
}
