import type { Transaction } from 'kysely';
import type { Topic } from '../events/topic.ts';
import type { Tables } from './schema.ts';

const announced = new WeakMap<Transaction<Tables>, Set<Topic>>();

/**
 * Announces a change of a topic within a transaction: after the commit, subscribers in all processes hear of
 * it.
 */
export function announce(writer: Transaction<Tables>, topic: Topic): void {
  const topics = announced.get(writer);
  if (topics === undefined) announced.set(writer, new Set([topic]));
  else topics.add(topic);
}

export function announcedIn(writer: Transaction<Tables>): ReadonlySet<Topic> | undefined {
  return announced.get(writer);
}
