/** In milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** 24 hours (specification, section 4). */
export const dayMs = 24 * hourMs;
