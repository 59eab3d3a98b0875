import { hasDeadline, type Task } from '../dates.ts';

/** Times as on the wire or in ms since 1970 UTC. */
type Moment = string | number;
const msOf = (at: Moment): number => (typeof at === 'number' ? at : Date.parse(at));

/** `extended`: granted after the version arrived. */
export type Arrival = {
  late: boolean;
  submitted_at?: Moment | null;
  extended?: { due_at: Moment } | undefined;
};

/**
 * The one wording: `late` is what the receipt recorded, and an extension given since may cover it.
 * @returns null if on time
 */
export function lateness({ late, submitted_at, extended }: Arrival): 'late' | 'late; extended later' | null {
  if (!late) return null;
  const isCovered =
    extended !== undefined && submitted_at != null && msOf(submitted_at) <= msOf(extended.due_at);
  return isCovered ? 'late; extended later' : 'late';
}

export const onTime = 'on time';

/**
 * @param due_at absent in old receipts
 * @returns null if neither late nor due
 */
export function punctuality({
  task,
  due_at,
  ...arrival
}: Arrival & { task: Task; due_at?: Moment | null | undefined }): string | null {
  return lateness(arrival) ?? (hasDeadline(task) || due_at != null ? onTime : null);
}
