/** What a page says to a new service worker that waits: it takes the place of the one before. */
export const takeOver = 'take over';
