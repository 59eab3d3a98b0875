/** How many rows one query reads, writes or names where there may be very many: bounded memory, no long wait for others. */
export const rowsAtOnce = 500;
