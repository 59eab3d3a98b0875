/** The one source of the current instant, in milliseconds since 1970 UTC; tests inject a clock of their own. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
