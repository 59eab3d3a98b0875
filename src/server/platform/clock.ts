/** Milliseconds since 1970 UTC. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
