import type { IncomingMessage } from 'node:http';
import { httpErrors } from '../platform/http/http-errors.ts';
import { makeRetryAfterEstimator } from './retry-after.ts';

/** How many hand-ins one process takes at once: each holds a socket, a file and a few buffers. */
export const maxConcurrentSubmissions = 200;
/**
 * How many more may wait for their turn, with their bytes still in the network: a class that sends at the same minute
 * goes through in order, where refused it would have to send everything again.
 */
export const maxQueuedSubmissions = 1_000;
/** How long one may wait, in milliseconds: places may be held by slow lines for long. */
const waitMs = 20_000;

const waiting = new Set<() => void>();
let running = 0;

const comeBack = makeRetryAfterEstimator(() => performance.now());

const full = () =>
  httpErrors.busy(
    'Very many people are handing in just now. Please try again in a few seconds.',
    comeBack.seconds(),
  );

function takePlace(): () => void {
  running += 1;
  let left = false;
  return () => {
    if (left) return;
    left = true;
    running -= 1;
    comeBack.finished();
    const [next] = waiting;
    if (next !== undefined && running < maxConcurrentSubmissions) next();
  };
}

function waitInLine(request: IncomingMessage): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const leaveLine = (): void => {
      waiting.delete(enter);
      clearTimeout(timer);
      request.off('close', giveUp);
    };
    const enter = (): void => {
      leaveLine();
      resolve(takePlace());
    };
    const giveUp = (): void => {
      leaveLine();
      reject(full());
    };
    const timer = setTimeout(giveUp, waitMs);
    // Whoever goes away while waiting leaves the line to the others.
    request.once('close', giveUp);
    waiting.add(enter);
  });
}

/**
 * Takes one of the places, waiting for it if need be, first come, first served; hand-ins are bounded by nothing else.
 * @param request whose body is not read before there is a place
 * @returns gives the place back; calling it again does nothing
 * @throws a 503 problem when all are taken and the line is full, or does not move
 */
export async function acquireSubmissionSlot(request: IncomingMessage): Promise<() => void> {
  if (running < maxConcurrentSubmissions) return takePlace();
  if (waiting.size >= maxQueuedSubmissions) throw full();
  return waitInLine(request);
}
