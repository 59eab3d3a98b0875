import { dayMs, hourMs } from '../durations.ts';

export const retentionPath = '/staff/retention';

/** Whole years after the end of a batch. */
export const retentionYears = { min: 1, max: 20 } as const;

/** How long the office and then the person know of a removal before it happens. */
export const retentionWaits = { officeMs: 7 * dayMs, personMs: 48 * hourMs } as const;
