/** The one source of the current instant, in milliseconds since 1970 UTC; tests put a clock of their own in its place. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
