import { sql } from 'kysely';
import type { Reader } from '../platform/database/database.ts';
import type { ActName } from './act-words.ts';

/** `actorId` is null for the operator's commands. */
export type RecordedAct = {
  subject: string;
  at: number;
  actorId: number | null;
  before: unknown;
  after: unknown;
};

const parse = (text: string | null): unknown => (text === null ? null : (JSON.parse(text) as unknown));

/** Newest first. */
export async function readActs(
  reader: Reader,
  { act, subjects, limit }: { act: ActName; subjects: readonly string[]; limit: number },
): Promise<RecordedAct[]> {
  if (subjects.length === 0) return [];
  const rows = await reader
    .selectFrom('audit_log')
    .where('subject', 'in', subjects)
    // An expression, so that the index of subjects is used and not that of acts.
    .where(sql`coalesce(act, '')`, '=', act)
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['subject', 'at', 'actor_id as actorId', 'before', 'after'])
    .execute();
  return rows.map((row) => ({ ...row, before: parse(row.before), after: parse(row.after) }));
}

/** Names that a later change replaced. */
export async function formerNamesOf(reader: Reader, accountId: number): Promise<string[]> {
  const changes = ['change-own-profile', 'correct-profile'] satisfies ActName[];
  const rows = await reader
    .selectFrom('audit_log')
    .where('about_id', '=', accountId)
    .where('act', 'in', changes)
    .select('before')
    .execute();
  const names = rows.flatMap(({ before }) => (parse(before) as { name?: string } | null)?.name ?? []);
  return [...new Set(names)];
}

/** 0 without one. */
export async function newestLineAt(reader: Reader): Promise<number> {
  const line = reader.selectFrom('audit_log').orderBy('id', 'desc').limit(1).select('at');
  return (await line.executeTakeFirst())?.at ?? 0;
}
