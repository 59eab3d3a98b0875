import type { WorkboxPlugin } from 'workbox-core/types.js';

/** Seconds until the cached answer is shown … */
const usualSeconds = 4;
/** … and on a slow network: a screen's calls must not each wait. */
const troubledSeconds = 0.5;
const troubledMs = 20_000;

let troubledUntil = 0;

export function noteTrouble(): void {
  troubledUntil = Date.now() + troubledMs;
}

export function patience(): number {
  return Date.now() < troubledUntil ? troubledSeconds : usualSeconds;
}

/** A balancer's answer for an absent portal. */
export function isAway({ status }: Response): boolean {
  return status === 502 || status === 503 || status === 504;
}

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
