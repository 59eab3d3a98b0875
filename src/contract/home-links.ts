import type { Role } from './accounts/calls.ts';

/** The words of a link to `homeOf`. */
export const homeLinks: Readonly<Record<Role, string>> = {
  student: 'Go to your dashboard',
  mentor: 'Go to your batches',
  administrator: 'Go to the office',
};
