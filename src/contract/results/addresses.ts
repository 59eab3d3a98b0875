/** The student's own result, and how it is made. */
export const resultAddress = '/result';

export const batchRuleAddress = (batch: string): string => `/staff/batches/${encodeURIComponent(batch)}/rule`;
