import { problems } from '../platform/http/problems.ts';

/** How many hand-ins one process takes at once: each holds a socket, a file and a few buffers. */
export const handInsAtOnce = 200;

let running = 0;

/**
 * Takes one of the places; hand-ins are bounded by nothing else.
 * @returns gives the place back; calling it again does nothing
 * @throws a 503 problem when all are taken
 */
export function enterHandIn(): () => void {
  if (running >= handInsAtOnce) {
    throw problems.busy('Very many people are handing in just now. Please try again in a few seconds.', 3);
  }
  running += 1;
  let left = false;
  return () => {
    if (!left) running -= 1;
    left = true;
  };
}
