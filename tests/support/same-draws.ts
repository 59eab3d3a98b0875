import fc from 'fast-check';

const { FUZZ_RUNS, FUZZ_SEED } = process.env;

/** Whether values are drawn that no run has drawn before. */
export const isDrawnAnew = FUZZ_RUNS !== undefined && FUZZ_SEED === undefined;

// Without settings the same values are drawn each time, so that a red run is the fault of what has changed.
if (!isDrawnAnew) fc.configureGlobal({ seed: Number(FUZZ_SEED ?? 20_261_122) });
