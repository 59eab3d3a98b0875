import type { ActName } from './act-words.ts';

/** How a change that several acts make stands in the audit log: who, when, and which of them. */
export type ActedBy = {
  /** The staff member's account, or null for the operator's commands. */
  actorId: number | null;
  /** In milliseconds since 1970 UTC. */
  at: number;
  act: ActName;
};
