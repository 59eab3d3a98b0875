/** The student's own result, and how it is made. */
export const resultAddress = '/result';

/** What a freeze has and releases, and the sheets. */
export const freezeAddress = (batch: string): string => `/staff/batches/${encodeURIComponent(batch)}/freeze`;

export const batchRuleAddress = (batch: string): string => `/staff/batches/${encodeURIComponent(batch)}/rule`;
