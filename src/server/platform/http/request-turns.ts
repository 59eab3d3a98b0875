import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpErrors } from './http-errors.ts';
import { networkOf } from './limits/network-of.ts';

/** Who asks: an account, or a network where nobody is logged in. */
export type Asker = number | string;

/** What a request costs, in calls: a page is rendered, which takes as long as many of them. */
export const turnWeights = { call: 1, page: 8 } as const;

/** A turn that was taken; it is given back when the work is done. */
export type Turn = {
  asker: Asker;
  weight: number;
  /** When it was taken, in milliseconds of `performance.now()`. */
  since: number;
  /** Whether the asker had not used up their share then. */
  isWithinShare: boolean;
};

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

type Waiting = {
  weight: number;
  since: number;
  /** Whether it waits for what its own asker asks, and not for others' pages alone: then others go first. */
  yields: boolean;
  start(): void;
};

type Seen = { asker: Asker | null; at: number };

type State = {
  running: number;
  /** Requests under way that were begun within the share. */
  turnsWithinShare: number;
  /** Requests under way, whatever they weigh. */
  turns: number;
  /** What was begun since the event loop last looked for what has arrived. */
  begun: number;
  /** The oldest first. An array, as the lists below: a Set that is filled and emptied again and again keeps its old entries alive. */
  waiting: Waiting[];
  /** What of the share is used, at the time `usedAt`: a leaky bucket. */
  used: number;
  usedAt: number;
  /** Until then requests of others within their share go first. */
  restsUntil: number;
};

/** How many of one may wait. */
const maxWaiting = 500;
/** How much of one is begun before the event loop looks for what others have sent. */
const begunAtOnce = 8;
/** What an account may ask for at once, and again each second, before others go first: by hand nobody asks for as much. */
const share = 32;
const sharePerSecond = 8;
/** How much is under way of all who are beyond their share, while others within theirs are at work: a page, or as many calls. */
const beyondShareAtOnce = turnWeights.page;
/** For how long after a request within its share an account is taken to be at work, in milliseconds. */
const atWorkMs = 1_000;
/** How long what has to wait, and what is beyond the share, then rests: so many times as long as the last one took. */
const restFactor = 9;
const minRestMs = 250;
const maxRestMs = 2_000;
/** How often those who wait are looked at, if no request ends meanwhile, in milliseconds. */
const lookMs = 50;

/** The one who asked has closed the connection before it was their turn. */
export class AskerGone extends Error {}

function remove<T>(list: T[], entry: T): void {
  list.splice(list.indexOf(entry), 1);
}

export function askerOf(request: FastifyRequest, viewer: { accountId: number } | null): Asker {
  return viewer?.accountId ?? networkOf(request.ip);
}

/**
 * What is more than `atOnce` of one who asks waits, and so does what an account asks beyond its share of work while others
 * within theirs have a request under way: a reader who asks for little is not slowed down by one who asks for much. The
 * others go first for {@link minRestMs} at least and {@link maxRestMs} at most, and while any of them are at work, all who
 * are beyond their share go one after the other, with a rest after each. A network has no share: many people may be behind one.
 * @param atOnce how much of one is under way at the same time
 */
export function makeRequestTurns(atOnce: number): RequestTurns {
  const askers = new Map<Asker, State>();
  /** Those of them for whom something was begun in this round of the event loop. */
  const begunNow: State[] = [];
  /** Those of them for whom something waits. */
  const waitingAskers: Asker[] = [];
  let turnsWithinShare = 0;
  /** What requests weigh that are under way and were begun beyond the share. */
  let beyondShare = 0;
  let beyondShareRestsUntil = 0;
  /** The newest request within its share, and the newest one of anybody else. */
  let newest: Seen = { asker: null, at: -Infinity };
  let newestOfOther: Seen = newest;
  /** Whether a page was begun in this round of the event loop, of anybody. */
  let hasBegunPage = false;
  let isLooking = false;
  let sweptAt = 0;
  let looking: NodeJS.Timeout | null = null;

  function usedBy(state: State, now: number): number {
    const left = state.used - ((now - state.usedAt) * sharePerSecond) / 1_000;
    return left > 0 ? left : 0;
  }

  // What is heavier than all that may be begun goes alone.
  const mayBegin = ({ running, begun }: State, weight: number): boolean =>
    (running === 0 || running + weight <= atOnce) && (begun === 0 || begun + weight <= begunAtOnce);

  /** Of pages, whoever asks, one is begun before calls are looked at again: several are done no sooner for being begun together. */
  const isPageTooMany = (weight: number): boolean => hasBegunPage && weight >= turnWeights.page;

  const hasYielding = ({ waiting }: State): boolean => waiting.some(({ yields }) => yields);

  const isWithinShare = (asker: Asker, state: State, weight: number, now: number): boolean =>
    typeof asker === 'string' || usedBy(state, now) + weight <= share;

  const othersAreUnderWay = (state: State): boolean => turnsWithinShare > state.turnsWithinShare;

  function seeAtWork(asker: Asker, at: number): void {
    if (newest.asker !== asker) newestOfOther = newest;
    newest = { asker, at };
  }

  const othersAreAtWork = (asker: Asker, now: number): boolean =>
    now - (newest.asker === asker ? newestOfOther : newest).at < atWorkMs;

  /** One after the other, so that whoever asks for little waits for one page of theirs at most, and seldom for that. */
  const mayGoBeyondShare = (asker: Asker, weight: number, now: number): boolean =>
    !othersAreAtWork(asker, now) ||
    ((beyondShare === 0 || beyondShare + weight <= beyondShareAtOnce) && now >= beyondShareRestsUntil);

  const yieldsToOthers = (state: State, { since, yields }: Waiting, now: number): boolean =>
    yields && othersAreUnderWay(state) && now < Math.max(since + minRestMs, state.restsUntil);

  function begin(asker: Asker, state: State, weight: number, now: number): Turn {
    const turn = { asker, weight, since: now, isWithinShare: isWithinShare(asker, state, weight, now) };
    if (turn.isWithinShare) {
      turnsWithinShare += 1;
      state.turnsWithinShare += 1;
      seeAtWork(asker, now);
    } else beyondShare += weight;
    state.used = Math.min(usedBy(state, now) + weight, share);
    state.usedAt = now;
    state.turns += 1;
    state.running += weight;
    if (state.begun === 0) begunNow.push(state);
    state.begun += weight;
    hasBegunPage ||= weight >= turnWeights.page;
    if (!isLooking) {
      isLooking = true;
      setImmediate(lookAgain);
    }
    return turn;
  }

  /**
   * Begins what may begin, one of each in turn, and of those first who have used least of their share: who has more waiting
   * goes to the end, and comes again.
   */
  function startWaiting(): void {
    const now = performance.now();
    // A network has no share.
    const used = (asker: Asker) => (typeof asker === 'string' ? 0 : usedBy(askers.get(asker) as State, now));
    waitingAskers.sort((a, b) => used(a) - used(b));
    let at = 0;
    while (at < waitingAskers.length) {
      const asker = waitingAskers[at] as Asker;
      const state = askers.get(asker) as State;
      const next = state.waiting[0] as Waiting;
      const mayGo =
        isWithinShare(asker, state, next.weight, now) || mayGoBeyondShare(asker, next.weight, now);
      const isTooMany = isPageTooMany(next.weight) || !mayBegin(state, next.weight);
      if (!mayGo || isTooMany || yieldsToOthers(state, next, now)) {
        at += 1;
        continue;
      }
      next.start();
      if (state.waiting.length === 0) continue;
      waitingAskers.splice(at, 1);
      waitingAskers.push(asker);
    }
  }

  function lookRegularly(): void {
    looking ??= setTimeout(() => {
      looking = null;
      startWaiting();
      if (waitingAskers.length > 0) lookRegularly();
    }, lookMs);
  }

  /** Forgets who has nothing under way and all of their share. */
  function sweep(now: number): void {
    sweptAt = now;
    for (const [asker, state] of askers) {
      if (state.turns === 0 && state.waiting.length === 0 && usedBy(state, now) === 0) askers.delete(asker);
    }
  }

  /** The event loop has seen what arrived meanwhile. */
  function lookAgain(): void {
    isLooking = false;
    hasBegunPage = false;
    for (const state of begunNow) state.begun = 0;
    begunNow.length = 0;
    const now = performance.now();
    if (now - sweptAt > 1_000) sweep(now);
    if (waitingAskers.length > 0) startWaiting();
  }

  function waitForTurn(
    asker: Asker,
    state: State,
    { raw }: FastifyReply,
    { weight, yields }: Pick<Waiting, 'weight' | 'yields'>,
  ): Promise<Turn> {
    if (state.waiting.length >= maxWaiting)
      throw httpErrors.tooMany('You ask for very much at once. Please wait a moment.', 1);
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        raw.off('close', giveUp);
        remove(state.waiting, waiting);
        if (state.waiting.length === 0) remove(waitingAskers, asker);
      };
      const waiting: Waiting = {
        weight,
        since: performance.now(),
        yields,
        start() {
          stopWaiting();
          const now = performance.now();
          // Until it is known how long this one takes.
          if (yields && typeof asker === 'number') state.restsUntil = now + maxRestMs;
          resolve(begin(asker, state, weight, now));
        },
      };
      const giveUp = (): void => {
        stopWaiting();
        reject(new AskerGone());
      };
      raw.once('close', giveUp);
      if (state.waiting.length === 0) waitingAskers.push(asker);
      state.waiting.push(waiting);
      lookRegularly();
    });
  }

  function stateOf(asker: Asker, now: number): State {
    let state = askers.get(asker);
    if (state === undefined) {
      state = {
        running: 0,
        turnsWithinShare: 0,
        turns: 0,
        begun: 0,
        waiting: [],
        used: 0,
        usedAt: now,
        restsUntil: 0,
      };
      askers.set(asker, state);
    }
    return state;
  }

  return {
    enter(asker, reply, weight) {
      const now = performance.now();
      const state = stateOf(asker, now);
      const isNext =
        !hasYielding(state) &&
        mayBegin(state, weight) &&
        (isWithinShare(asker, state, weight, now) ||
          (!othersAreUnderWay(state) && mayGoBeyondShare(asker, weight, now)));
      return isNext && !isPageTooMany(weight)
        ? begin(asker, state, weight, now)
        : waitForTurn(asker, state, reply, { weight, yields: !isNext });
    },
    leave({ asker, weight, since, isWithinShare: wasWithinShare }) {
      const state = stateOf(asker, since);
      state.turns -= 1;
      state.running -= weight;
      if (wasWithinShare) {
        turnsWithinShare -= 1;
        state.turnsWithinShare -= 1;
      } else {
        beyondShare -= weight;
        const now = performance.now();
        beyondShareRestsUntil = now + Math.min((now - since) * restFactor, maxRestMs);
      }
      if (typeof asker === 'number' && (hasYielding(state) || !wasWithinShare)) {
        const now = performance.now();
        const rest = Math.min(Math.max((now - since) * restFactor, minRestMs), maxRestMs);
        state.restsUntil = now + rest;
      }
      if (waitingAskers.length > 0) startWaiting();
    },
  };
}
