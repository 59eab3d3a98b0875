import { chainOf, isSubmission, laneOf, type QueuedRequest, type RequestFailure } from './queued-request.ts';
import type { Lane } from '../stored-names/offline.ts';
import { isAway } from './failed-request.ts';

/** Or when the next one is due; null when nothing waits. */
export type Next = { request: QueuedRequest } | { dueAt: number } | null;

/** An earlier attempt, whose answer was lost. */
const isUnderWay = ({ status }: RequestFailure): boolean => status === 409;

/** Not the fault of one request: no network, a busy portal or an ended session. */
const stopsLane = (failure: RequestFailure): boolean => isAway(failure) || failure.status === 401;

/**
 * Behind a request whose failure stops the lane, others are not tried: they get its failure. A submission says
 * itself that it waits for an earlier one, which may be arriving again.
 */
export function withReasons(requests: readonly QueuedRequest[]): QueuedRequest[] {
  let reason: RequestFailure | undefined;
  return requests.map((request) => {
    if (request.state !== 'waiting' || laneOf(request) !== 'texts') return request;
    if (request.failure !== null && stopsLane(request.failure)) reason = request.failure;
    return request.failure === null && reason !== undefined ? { ...request, failure: reason } : request;
  });
}

/**
 * The oldest request of a lane that is due. Nothing overtakes it while the portal is away or works on it;
 * when it alone fails, other chains go on.
 * @param requests oldest first
 * @param wokenAt when an immediate attempt became worthwhile: only failures since then, and `Retry-After`,
 * delay
 */
export function nextRequest(
  requests: readonly QueuedRequest[],
  lane: Lane,
  now: number,
  wokenAt: number,
): Next {
  const blocked = new Set<string>();
  let dueAt = Infinity;
  for (const request of requests) {
    const chain = chainOf(request);
    if (request.state === 'done' || laneOf(request) !== lane || blocked.has(chain)) continue;
    // Nothing depends on it.
    if (request.state === 'refused' && isSubmission(request)) continue;
    blocked.add(chain);
    if (request.state !== 'waiting') continue;
    // Or tried in the future, before the clock was set back.
    const wasTriedBefore = request.triedAt <= wokenAt || (wokenAt > 0 && request.triedAt > now);
    const isWoken = wasTriedBefore && (request.failure?.retryAfter ?? null) === null;
    if (request.notBefore <= now || isWoken) return { request };
    dueAt = Math.min(dueAt, request.notBefore);
    if (request.failure !== null && (isAway(request.failure) || isUnderWay(request.failure))) break;
  }
  return dueAt === Infinity ? null : { dueAt };
}
