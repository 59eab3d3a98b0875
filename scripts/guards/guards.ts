import { accessGuards } from './access.ts';
import { dataGuards } from './data.ts';
import { sessionGuards } from './sessions.ts';
import { wireGuards } from './wire.ts';

/** Every guard that `npm run test:guards` removes. */
export const guards = [...accessGuards, ...sessionGuards, ...wireGuards, ...dataGuards];
