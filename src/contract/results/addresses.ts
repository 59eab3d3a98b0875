/** The student's own result, and how it is made. */
export const resultAddress = '/result';

/** What a freeze has and releases, and the sheets. */
export const freezeAddress = (batch: string): string => `/staff/batches/${encodeURIComponent(batch)}/freeze`;

/** A frozen sheet, for the screen and for paper. */
export const sheetAddress = (batch: string, number: number): string =>
  `/staff/batches/${encodeURIComponent(batch)}/sheets/${number}`;

export const batchRuleAddress = (batch: string): string => `/staff/batches/${encodeURIComponent(batch)}/rule`;
