/** Tells a waiting service worker to replace the current one. */
export const takeOver = 'take over';
