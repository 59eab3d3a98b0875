import { dayMs } from '../durations.ts';

/** In milliseconds since 1970 UTC. */
type LateArrival = {
  submittedAt: number;
  /** As the receipt says; a due date that was moved earlier since makes nothing late. */
  late: boolean;
  /** Of the receipt; null for none. */
  dueAt: number | null;
  /** Of the newest extension, also one granted since; null for none. */
  extendedTo: number | null;
};

/** Days begun after the due date with its extensions, outages included; 0 in time. Of the version that counts. */
export function lateDays({ submittedAt, late, dueAt, extendedTo }: LateArrival): number {
  if (!late || dueAt === null) return 0;
  const due = Math.max(dueAt, extendedTo ?? dueAt);
  return Math.max(0, Math.ceil((submittedAt - due) / dayMs));
}
