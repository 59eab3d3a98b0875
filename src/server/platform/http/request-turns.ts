import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpErrors } from './http-errors.ts';
import { networkOf } from './network-of.ts';

/** Who asks: an account, or a network where nobody is logged in. */
type Asker = number | string;

/** What a request costs, in calls: a page is rendered, which takes as long as many of them. */
export const turnWeights = { call: 1, page: 4 } as const;

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

type State = {
  running: number;
  /** What was begun since the event loop last looked for what has arrived. */
  begun: number;
  waiting: Set<{ weight: number; start(): void }>;
};

/** How many of one may wait. */
const maxWaiting = 500;
/** How much of one is begun before the event loop looks for what others have sent. */
const begunAtOnce = 16;

/** The one who asked has closed the connection before it was their turn. */
export class AskerGone extends Error {}

export function askerOf(request: FastifyRequest, viewer: { accountId: number } | null): Asker {
  return viewer?.accountId ?? networkOf(request.ip);
}

/** @param atOnce how much of one is under way at the same time */
export function makeRequestTurns(atOnce: number): RequestTurns {
  const askers = new Map<Asker, State>();
  let isLooking = false;

  // What is heavier than all that may be begun goes alone.
  const mayBegin = ({ running, begun }: State, weight: number): boolean =>
    (running === 0 || running + weight <= atOnce) && (begun === 0 || begun + weight <= begunAtOnce);

  function begin(asker: Asker, state: State, weight: number): Turn {
    state.running += weight;
    state.begun += weight;
    if (!isLooking) {
      isLooking = true;
      setImmediate(lookAgain);
    }
    return { asker, weight };
  }

  function startWaiting(state: State): void {
    for (const next of state.waiting) {
      if (!mayBegin(state, next.weight)) return;
      next.start();
    }
  }

  /** The event loop has seen what arrived meanwhile. */
  function lookAgain(): void {
    isLooking = false;
    for (const [asker, state] of askers) {
      state.begun = 0;
      startWaiting(state);
      if (state.running === 0 && state.waiting.size === 0) askers.delete(asker);
    }
  }

  function waitForTurn(asker: Asker, state: State, { raw }: FastifyReply, weight: number): Promise<Turn> {
    if (state.waiting.size >= maxWaiting)
      throw httpErrors.tooMany('You ask for very much at once. Please wait a moment.', 1);
    return new Promise((resolve, reject) => {
      const waiting = {
        weight,
        start(): void {
          state.waiting.delete(waiting);
          raw.off('close', giveUp);
          resolve(begin(asker, state, weight));
        },
      };
      const giveUp = (): void => {
        state.waiting.delete(waiting);
        reject(new AskerGone());
      };
      raw.once('close', giveUp);
      state.waiting.add(waiting);
    });
  }

  return {
    enter(asker, reply, weight) {
      let state = askers.get(asker);
      if (state === undefined) askers.set(asker, (state = { running: 0, begun: 0, waiting: new Set() }));
      const isNext = state.waiting.size === 0 && mayBegin(state, weight);
      return isNext ? begin(asker, state, weight) : waitForTurn(asker, state, reply, weight);
    },
    leave({ asker, weight }) {
      const state = askers.get(asker);
      if (state === undefined) return;
      state.running -= weight;
      startWaiting(state);
    },
  };
}
