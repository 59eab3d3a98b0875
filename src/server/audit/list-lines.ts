import { type Kysely, type Selectable, sql } from 'kysely';
import type { Reader } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import type { AuditEventName } from './event-words.ts';

export type AuditRow = Selectable<Tables['audit_log']>;

/** Null fields do not filter. */
export type LineFilter = {
  events: readonly string[] | null;
  actor: number | 'operator' | null;
  /** An account, and at least one possible subject. */
  whom: { accountId: number | null; subjects: readonly string[] } | null;
  /** Both inclusive. */
  from: number | null;
  to: number | null;
};

export type LinePlace = { at: number; id: number };

const columns = ['id', 'at', 'actor_id', 'act', 'subject', 'before', 'after', 'about_id', 'network'] as const;

type Branch = {
  act?: string;
  about?: number;
  subject?: { isOneOf: readonly string[]; notAbout: number | null };
};

/** Each branch follows one index; a page merges their newest lines. */
function branchesOf({ events, whom }: LineFilter): Branch[] {
  if (events?.length === 0) return [];
  if (whom !== null) {
    const { accountId, subjects } = whom;
    const bySubject: Branch = { subject: { isOneOf: subjects, notAbout: accountId } };
    if (accountId === null) return [bySubject];
    const about: Branch[] = events?.map((act) => ({ about: accountId, act })) ?? [{ about: accountId }];
    return [...about, bySubject];
  }
  return events === null ? [{}] : events.map((act) => ({ act }));
}

function readBranch(
  db: Kysely<Tables>,
  { events, actor, whom, from, to }: LineFilter,
  { act, about, subject }: Branch,
  after: LinePlace | null,
  limit: number,
) {
  return (
    db
      .selectFrom('audit_log')
      .$if(act !== undefined, (q) => q.where('act', '=', act as string))
      .$if(about !== undefined, (q) => q.where('about_id', '=', about as number))
      .$if(subject !== undefined, (q) => q.where('subject', 'in', subject!.isOneOf))
      .$if(subject?.notAbout != null, (q) =>
        q.where(sql<boolean>`about_id is distinct from ${subject!.notAbout}`),
      )
      .$if(actor === 'operator', (q) => q.where('network', 'is', null))
      .$if(actor === 'operator' && act !== undefined && whom === null, (q) => q.where('actor_id', 'is', null))
      .$if(actor === 'operator' && (act === undefined || whom !== null), (q) =>
        q.where(sql<boolean>`coalesce(actor_id, 0) = 0`),
      )
      .$if(typeof actor === 'number' && whom === null, (q) => q.where('actor_id', '=', actor as number))
      // An active person's index of actors would read too much: this expression avoids it.
      .$if(typeof actor === 'number' && whom !== null, (q) =>
        q.where(sql<boolean>`coalesce(actor_id, 0) = ${actor}`),
      )
      .$if(subject !== undefined && events !== null, (q) =>
        q.where(sql<string>`coalesce(act, '')`, 'in', events as string[]),
      )
      .$if(from !== null, (q) => q.where('at', '>=', from as number))
      .$if(to !== null, (q) => q.where('at', '<=', to as number))
      .$if(after !== null, (q) => q.where(sql<boolean>`(at, id) < (${after!.at}, ${after!.id})`))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .select(columns)
  );
}

/**
 * A page, the newest line first. Each branch stops after a page along its index, so the cost does not grow
 * with the log.
 */
export async function listLines(
  reader: Reader,
  filter: LineFilter,
  { after, limit }: { after: LinePlace | null; limit: number },
): Promise<AuditRow[]> {
  const branches = branchesOf(filter).map((branch) => readBranch(reader, filter, branch, after, limit));
  const [first, ...others] = branches;
  if (first === undefined) return [];
  if (others.length === 0) return first.execute();
  let union = reader.selectFrom(first.as('branch')).select(columns);
  for (const other of others) union = union.unionAll(reader.selectFrom(other.as('branch')).select(columns));
  return reader
    .selectFrom(union.as('lines'))
    .select(columns)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** `actorId` is null for the operator's commands. */
export type RecordedEvent = {
  subject: string;
  at: number;
  actorId: number | null;
  before: unknown;
  after: unknown;
};

const parse = (text: string | null): unknown => (text === null ? null : (JSON.parse(text) as unknown));

/** Newest first. */
export async function readEvents(
  reader: Reader,
  { act, subjects, limit }: { act: AuditEventName; subjects: readonly string[]; limit: number },
): Promise<RecordedEvent[]> {
  if (subjects.length === 0) return [];
  const rows = await reader
    .selectFrom('audit_log')
    .where('subject', 'in', subjects)
    // An expression, so that the index of subjects is used and not that of events.
    .where(sql`coalesce(act, '')`, '=', act)
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['subject', 'at', 'actor_id as actorId', 'before', 'after'])
    .execute();
  return rows.map((row) => ({ ...row, before: parse(row.before), after: parse(row.after) }));
}

/** About an account, newest first. */
export async function readEventsAbout(
  reader: Reader,
  { events, aboutId, limit }: { events: readonly AuditEventName[]; aboutId: number; limit: number },
): Promise<RecordedEvent[]> {
  const rows = await reader
    .selectFrom('audit_log')
    .where('about_id', '=', aboutId)
    .where('act', 'in', events)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['subject', 'at', 'actor_id as actorId', 'before', 'after'])
    .execute();
  return rows.map((row) => ({ ...row, before: parse(row.before), after: parse(row.after) }));
}

/** When somebody did this last to an account; null for never. */
export async function newestActAt(
  reader: Reader,
  { act, actorId, aboutId }: { act: AuditEventName; actorId: number; aboutId: number },
): Promise<number | null> {
  const line = await reader
    .selectFrom('audit_log')
    .where('about_id', '=', aboutId)
    .where('act', '=', act)
    .where('actor_id', '=', actorId)
    .orderBy('at', 'desc')
    .limit(1)
    .select('at')
    .executeTakeFirst();
  return line?.at ?? null;
}

/** Names that a later change replaced. */
export async function formerNamesOf(reader: Reader, accountId: number): Promise<string[]> {
  const changes = ['change-own-profile', 'correct-profile'] satisfies AuditEventName[];
  const rows = await reader
    .selectFrom('audit_log')
    .where('about_id', '=', accountId)
    .where('act', 'in', changes)
    .select('before')
    .execute();
  const names = rows.flatMap(({ before }) => (parse(before) as { name?: string } | null)?.name ?? []);
  return [...new Set(names)];
}

/** The latest, which later lines with a right clock do not hide. 0 without one. */
export async function newestLineAt(reader: Reader): Promise<number> {
  const line = reader.selectFrom('audit_log').orderBy('at', 'desc').limit(1).select('at');
  return (await line.executeTakeFirst())?.at ?? 0;
}
