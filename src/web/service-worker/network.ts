import type { WorkboxPlugin } from 'workbox-core/types.js';

/** Seconds until the cached answer is shown: on a network that works … */
const usualSeconds = 4;
/** … and on one that was slow or gone: a screen makes several calls, and must not wait for each. */
const troubledSeconds = 0.5;
const troubledMs = 20_000;

let troubledUntil = 0;

export function noteTrouble(): void {
  troubledUntil = Date.now() + troubledMs;
}

/** Seconds to wait for the network. */
export function patience(): number {
  return Date.now() < troubledUntil ? troubledSeconds : usualSeconds;
}

/** A balancer's answer for a portal that is away. */
export function isAway({ status }: Response): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Learns the state of the network from each answer. */
export const watchNetwork: WorkboxPlugin = {
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
