import type { WorkboxPlugin } from 'workbox-core/types.js';

/** How long an answer may take before the kept one is shown, in seconds: on a line that works … */
const usualSeconds = 4;
/** … and on one that has just been slow or gone: a screen asks several times, and not for each shall somebody wait. */
const troubledSeconds = 0.5;
const troubledMs = 20_000;

let troubledUntil = 0;

export function noteTrouble(): void {
  troubledUntil = Date.now() + troubledMs;
}

/** How long to wait for the line, in seconds. */
export function patience(): number {
  return Date.now() < troubledUntil ? troubledSeconds : usualSeconds;
}

/** What a balancer answers in the place of a portal that is away. */
export function isAway({ status }: Response): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Learns from each answer how the line is. */
export const watchLine: WorkboxPlugin = {
  async fetchDidSucceed({ response }) {
    troubledUntil = 0;
    return response;
  },
  async fetchDidFail() {
    noteTrouble();
  },
  async cachedResponseWillBeUsed({ cachedResponse }) {
    if (cachedResponse) noteTrouble();
    return cachedResponse;
  },
};
