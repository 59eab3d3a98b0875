import type { Reader } from '../platform/database/database.ts';

export type NotedEvent = { at: number; act: string };

const newestCount = 20;
/** Logins and refusals are in between. */
const lookedAt = 200;

const keyOf = ({ at, act }: NotedEvent): string => `${at} ${act}`;

/** Changes of staff and commands, which no anonymisation removes. */
export async function newestEvents(reader: Reader): Promise<NotedEvent[]> {
  const rows = await reader
    .selectFrom('audit_log')
    .select(['at', 'act', 'network'])
    .orderBy('id', 'desc')
    .limit(lookedAt)
    .execute();
  const events = rows.filter(({ network }) => network === null).map(({ at, act }) => ({ at, act }));
  return [...new Map(events.map((one) => [keyOf(one), one])).values()].slice(0, newestCount);
}

/** @returns whether one of these is there */
export async function presentEvents(
  reader: Reader,
  events: readonly NotedEvent[],
): Promise<(one: NotedEvent) => boolean> {
  if (events.length === 0) return () => false;
  const times = [...new Set(events.map(({ at }) => at))];
  const rows = await reader.selectFrom('audit_log').where('at', 'in', times).select(['at', 'act']).execute();
  const present = new Set(rows.map(keyOf));
  return (one) => present.has(keyOf(one));
}
