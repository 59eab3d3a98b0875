/** Batch size of queries over many rows: bounds memory and the wait of others. */
export const rowsAtOnce = 500;
