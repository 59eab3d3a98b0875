/** In milliseconds since 1970 UTC; tests inject their own. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
