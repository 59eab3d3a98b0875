import type { Transaction } from 'kysely';
import type { Tables } from './schema.ts';

/** A hint of what may have changed. */
export type Topic =
  | 'catalogue'
  | 'texts'
  | 'jobs'
  | 'mail'
  | 'notices'
  | 'submissions'
  | `batch:${number}`
  | `private-questions-in:${number}`
  | `private-questions-of:${number}`
  | `account:${number}`;

const announced = new WeakMap<Transaction<Tables>, Set<Topic>>();

/** Publishes to all processes after the commit. */
export function announce(writer: Transaction<Tables>, topic: Topic): void {
  const topics = announced.get(writer);
  if (topics === undefined) announced.set(writer, new Set([topic]));
  else topics.add(topic);
}

export function announcedIn(writer: Transaction<Tables>): ReadonlySet<Topic> | undefined {
  return announced.get(writer);
}
