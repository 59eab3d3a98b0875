import type { Reader } from '../platform/database/database.ts';

export type NotedAct = { at: number; act: string };

const newestCount = 20;
/** Logins and refusals are in between. */
const lookedAt = 200;

const keyOf = ({ at, act }: NotedAct): string => `${at} ${act}`;

/** Changes of staff and commands, which no anonymisation removes. */
export async function newestActs(reader: Reader): Promise<NotedAct[]> {
  const rows = await reader
    .selectFrom('audit_log')
    .select(['at', 'act', 'network'])
    .orderBy('id', 'desc')
    .limit(lookedAt)
    .execute();
  const acts = rows.filter(({ network }) => network === null).map(({ at, act }) => ({ at, act }));
  return [...new Map(acts.map((one) => [keyOf(one), one])).values()].slice(0, newestCount);
}

/** @returns whether one of these is there */
export async function presentActs(
  reader: Reader,
  acts: readonly NotedAct[],
): Promise<(one: NotedAct) => boolean> {
  if (acts.length === 0) return () => false;
  const times = [...new Set(acts.map(({ at }) => at))];
  const rows = await reader.selectFrom('audit_log').where('at', 'in', times).select(['at', 'act']).execute();
  const present = new Set(rows.map(keyOf));
  return (one) => present.has(keyOf(one));
}
