import type { Reader, Writer } from '../database/database.ts';
import { partsOf } from '../database/rows-at-once.ts';

/** By event; without a row no mail was enqueued. */
export async function mailStates(
  reader: Reader | Writer,
  events: readonly string[],
): Promise<Map<string, 'sent' | 'failed' | 'waiting'>> {
  const states = new Map<string, 'sent' | 'failed' | 'waiting'>();
  for (const some of partsOf(events)) {
    const rows = await reader
      .selectFrom('outbox')
      .where('event', 'in', some)
      .select(['event', 'sent_at as sentAt', 'refused_at as refusedAt'])
      .execute();
    for (const { event, sentAt, refusedAt } of rows)
      states.set(event, sentAt !== null ? 'sent' : refusedAt !== null ? 'failed' : 'waiting');
  }
  return states;
}
