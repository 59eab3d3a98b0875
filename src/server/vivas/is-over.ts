type Time = { startsAt: number };

/**
 * Of what is over nobody is told, unless they still wait for another time.
 * @param known what they were told and expect
 */
export const isOver = (time: Time, known: Time | undefined, now: number): boolean =>
  [time, known].every((one) => one === undefined || one.startsAt <= now);
