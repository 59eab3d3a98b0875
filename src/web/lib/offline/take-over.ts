export const takeOver = 'take over';
