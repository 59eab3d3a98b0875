import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpErrors } from './http-errors.ts';
import { networkOf } from './network-of.ts';

/** Who asks: an account, or a network where nobody is logged in. */
type Asker = number | string;

/** What a request costs, in calls: a page is rendered, which takes as long as many of them. */
export const turnWeights = { call: 1, page: 8 } as const;

/** A turn that was taken; it is given back when the work is done. */
export type Turn = { asker: Asker; weight: number };

/** Bounds how much is done for one who asks before others are looked at; the rest of theirs waits. */
export type RequestTurns = {
  /**
   * Takes a turn.
   * @returns the turn where it is there at once; else what resolves to it, and rejects when the asker is gone
   * @throws 429 with Retry-After when very many wait already
   */
  enter(asker: Asker, reply: FastifyReply, weight: number): Turn | Promise<Turn>;
  leave(turn: Turn): void;
};

type Waiting = { weight: number; since: number; start(): void };

type State = {
  running: number;
  /** Requests under way, whatever they weigh. */
  turns: number;
  /** What was begun since the event loop last looked for what has arrived. */
  begun: number;
  waiting: Set<Waiting>;
};

/** How many of one may wait. */
const maxWaiting = 500;
/** How much of one is begun before the event loop looks for what others have sent. */
const begunAtOnce = 8;
/** How long what has to wait lets requests of others go first, in milliseconds. */
const yieldMs = 250;

/** The one who asked has closed the connection before it was their turn. */
export class AskerGone extends Error {}

export function askerOf(request: FastifyRequest, viewer: { accountId: number } | null): Asker {
  return viewer?.accountId ?? networkOf(request.ip);
}

/**
 * What is more than `atOnce` of one who asks waits, and begins when nobody else's request is under way: a reader who asks
 * for little is not slowed down by one who asks for much. Others go first for {@link yieldMs} at most.
 * @param atOnce how much of one is under way at the same time
 */
export function makeRequestTurns(atOnce: number): RequestTurns {
  const askers = new Map<Asker, State>();
  /** Those of them for whom something waits, the longest untouched first. */
  const waitingAskers = new Set<Asker>();
  let turnsOfAll = 0;
  let isLooking = false;

  // What is heavier than all that may be begun goes alone.
  const mayBegin = ({ running, begun }: State, weight: number): boolean =>
    (running === 0 || running + weight <= atOnce) && (begun === 0 || begun + weight <= begunAtOnce);

  const yieldsToOthers = ({ turns }: State, { since }: Waiting): boolean =>
    turnsOfAll > turns && performance.now() - since < yieldMs;

  function begin(asker: Asker, state: State, weight: number): Turn {
    turnsOfAll += 1;
    state.turns += 1;
    state.running += weight;
    state.begun += weight;
    if (!isLooking) {
      isLooking = true;
      setImmediate(lookAgain);
    }
    return { asker, weight };
  }

  /** Begins what may begin, one of each in turn: who is added again while the set is gone through comes again. */
  function startWaiting(): void {
    for (const asker of waitingAskers) {
      const state = askers.get(asker) as State;
      const [next] = state.waiting;
      if (next === undefined || !mayBegin(state, next.weight) || yieldsToOthers(state, next)) continue;
      next.start();
      if (waitingAskers.delete(asker)) waitingAskers.add(asker);
    }
  }

  /** The event loop has seen what arrived meanwhile. */
  function lookAgain(): void {
    isLooking = false;
    for (const [asker, state] of askers) {
      state.begun = 0;
      if (state.turns === 0 && state.waiting.size === 0) askers.delete(asker);
    }
    startWaiting();
  }

  function waitForTurn(asker: Asker, state: State, { raw }: FastifyReply, weight: number): Promise<Turn> {
    if (state.waiting.size >= maxWaiting)
      throw httpErrors.tooMany('You ask for very much at once. Please wait a moment.', 1);
    return new Promise((resolve, reject) => {
      const yielded = setTimeout(startWaiting, yieldMs);
      const stopWaiting = (): void => {
        clearTimeout(yielded);
        raw.off('close', giveUp);
        state.waiting.delete(waiting);
        if (state.waiting.size === 0) waitingAskers.delete(asker);
      };
      const waiting: Waiting = {
        weight,
        since: performance.now(),
        start() {
          stopWaiting();
          resolve(begin(asker, state, weight));
        },
      };
      const giveUp = (): void => {
        stopWaiting();
        reject(new AskerGone());
      };
      raw.once('close', giveUp);
      state.waiting.add(waiting);
      waitingAskers.add(asker);
    });
  }

  return {
    enter(asker, reply, weight) {
      let state = askers.get(asker);
      if (state === undefined)
        askers.set(asker, (state = { running: 0, turns: 0, begun: 0, waiting: new Set() }));
      const isNext = state.waiting.size === 0 && mayBegin(state, weight);
      return isNext ? begin(asker, state, weight) : waitForTurn(asker, state, reply, weight);
    },
    leave({ asker, weight }) {
      turnsOfAll -= 1;
      const state = askers.get(asker);
      if (state !== undefined) {
        state.turns -= 1;
        state.running -= weight;
      }
      if (waitingAskers.size > 0) startWaiting();
    },
  };
}
