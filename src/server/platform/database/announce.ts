import type { Transaction } from 'kysely';
import type { Topic } from '../events/topic.ts';
import type { Tables } from './schema.ts';

const announced = new WeakMap<Transaction<Tables>, Set<Topic>>();

/**
 * Announces, within a transaction, what it changes: once it is committed, and only then, everybody who has subscribed to
 * the topic is told, in this process and in the others.
 */
export function announce(writer: Transaction<Tables>, topic: Topic): void {
  const topics = announced.get(writer);
  if (topics === undefined) announced.set(writer, new Set([topic]));
  else topics.add(topic);
}

/** What a transaction has announced so far. */
export function announcedIn(writer: Transaction<Tables>): ReadonlySet<Topic> | undefined {
  return announced.get(writer);
}
