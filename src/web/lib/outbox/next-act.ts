import { chainOf, laneOf, type Act, type ActFailure, type Lane } from './act.ts';
import { isAway } from './failed-act.ts';

/** The act to be sent now, or when the next one is due; null where nothing waits. */
export type Next = { act: Act } | { dueAt: number } | null;

/** Whether an earlier attempt, whose answer was lost, is still at work: it ends within seconds. */
const isUnderWay = ({ status }: ActFailure): boolean => status === 409;

/**
 * Which act of a lane goes next: the oldest that waits and is due. Where the portal is away, or still at work on it, nothing
 * overtakes it; where one act alone fails, those that do not depend on it go on.
 * @param acts oldest first
 * @param wokenAt the last time that something happened which is worth another attempt at once: what has failed since
 *   waits, and so does what the portal itself has asked to wait
 */
export function nextAct(acts: readonly Act[], lane: Lane, now: number, wokenAt: number): Next {
  const blocked = new Set<string>();
  let dueAt = Infinity;
  for (const act of acts) {
    const chain = chainOf(act);
    if (act.state === 'done' || laneOf(act) !== lane || blocked.has(chain)) continue;
    blocked.add(chain);
    if (act.state !== 'waiting') continue;
    const isWoken = act.triedAt <= wokenAt && (act.failure?.retryAfter ?? null) === null;
    if (act.notBefore <= now || isWoken) return { act };
    dueAt = Math.min(dueAt, act.notBefore);
    if (act.failure !== null && (isAway(act.failure) || isUnderWay(act.failure))) break;
  }
  return dueAt === Infinity ? null : { dueAt };
}
