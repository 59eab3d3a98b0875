import type { z } from 'zod';
import { type AuditLine, listAudit } from '#contract/privacy/audit-calls';
import { isoInstant } from '#contract/dates';
import { operatorName } from '#contract/privacy/audit-view';
import { batchKeys, normalizeEmail } from '#contract/limits';
import { administrator } from '../../accounts/policy.ts';
import { peopleOf, accountIdOf } from '../../accounts/queries.ts';
import { read } from '../../accounts/sessions/act.ts';
import { wordsOf, eventsOf } from '../../audit/event-words.ts';
import { type AuditRow, type LineFilter, type LinePlace, listLines } from '../../audit/list-lines.ts';
import type { AppContext } from '../../platform/context.ts';
import { readPage } from '../../platform/database/read-page.ts';
import { localText, readLocal } from '../../platform/zoned-time.ts';
import { addressesOf } from '../../accounts/own-account/own-account-queries.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import type { Reader } from '../../platform/database/database.ts';

type AuditPage = z.output<typeof listAudit.query>;
export type AuditSearch = Omit<AuditPage, 'after' | 'limit'>;

/**
 * By account, and by every current or former address, which older lines name. Batches match in any spelling.
 */
async function whomOf(reader: Reader, typed: string): Promise<NonNullable<LineFilter['whom']>> {
  if (!typed.includes('@')) {
    const batches = await reader
      .selectFrom(batchesAs('batch'))
      .where('batch.name_key', 'in', batchKeys(typed))
      .select('batch.name')
      .execute();
    return { accountId: null, subjects: [...new Set([typed, ...batches.map(({ name }) => name)])] };
  }
  const address = normalizeEmail(typed);
  const accountId = await accountIdOf(reader, address);
  const addresses = accountId === null ? [] : await addressesOf(reader, accountId);
  return { accountId, subjects: [...new Set([address, ...addresses])] };
}

/** Null if nobody has the address of `who`: there are no lines. */
export async function auditFilter(
  { database, settings }: Pick<AppContext, 'database' | 'settings'>,
  { who = '', whom = '', kind, from, to }: AuditSearch,
): Promise<LineFilter | null> {
  const { reader } = database;
  const { academyZone: zone } = settings;
  const [typedWho, typedWhom] = [who.trim(), whom.trim()];
  let actor: LineFilter['actor'] = null;
  if (typedWho.toLowerCase() === operatorName) actor = operatorName;
  else if (typedWho !== '') {
    actor = await accountIdOf(reader, normalizeEmail(typedWho));
    if (actor === null) return null;
  }
  return {
    events: kind === undefined ? null : eventsOf(kind),
    actor,
    whom: typedWhom === '' ? null : await whomOf(reader, typedWhom),
    from: from === undefined ? null : readLocal(from, zone, 'start'),
    to: to === undefined ? null : readLocal(to, zone, 'end'),
  };
}

type Change = AuditLine['changes'][number];

const longest = 500;
const contextLength = 100;
const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
/** Larger numbers are instants in milliseconds (from 2001). */
const leastInstant = 1_000_000_000_000;

const named = (key: string): string => key.replaceAll('_', ' ');

function inWords(value: unknown, zone: string): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return value >= leastInstant ? localText(value, zone).slice(0, 16) : String(value);
  if (typeof value === 'string')
    return isoPattern.test(value) ? localText(Date.parse(value), zone).slice(0, 16) : value;
  if (Array.isArray(value)) return value.map((item) => inWords(item, zone) ?? '').join('; ');
  const fields = value as Record<string, unknown>;
  // A rubric's line.
  if ('text' in fields && 'points' in fields)
    return `${String(fields['text'])} (${String(fields['points'])} points)`;
  return Object.entries(fields)
    .map(([key, held]) => `${named(key)} ${inWords(held, zone) ?? '–'}`)
    .join(', ');
}

/** Where both are cut, so that their difference is shown. */
function beginningOf(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same < longest ? 0 : same - contextLength;
}

function cut(text: string | null, from: number): string | null {
  if (text === null) return null;
  const end = from + longest;
  const shown = text.slice(from, end).toWellFormed();
  return `${from > 0 ? '…' : ''}${shown}${text.length > end ? '…' : ''}`;
}

const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
const asFields = (value: unknown): Record<string, unknown> => {
  if (value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
};

/** Changed values in words; times of the academy's zone. */
export function changesOf(before: string | null, after: string | null, zone: string): Change[] {
  const [was, is] = [asFields(parse(before)), asFields(parse(after))];
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return keys.flatMap((key) => {
    if (JSON.stringify(was[key]) === JSON.stringify(is[key])) return [];
    const [old, now] = [inWords(was[key], zone), inWords(is[key], zone)];
    if (old === now) return [];
    const from = beginningOf(old ?? '', now ?? '');
    return [{ what: named(key), before: cut(old, from), after: cut(now, from) }];
  });
}

type Context = Pick<AppContext, 'database' | 'settings'>;

const shownAtOnce = 50;

/** Lines with a network came from outside. */
function byOf({ actor_id, network, act }: AuditRow): AuditLine['by'] {
  if (actor_id !== null) return 'person';
  return wordsOf(act)?.by ?? (network === null ? 'operator' : 'unknown');
}

async function presentLines(
  { database, settings }: Context,
  rows: readonly AuditRow[],
): Promise<AuditLine[]> {
  const ids = rows.flatMap((row) => [row.actor_id ?? [], row.about_id ?? []].flat());
  const people = await peopleOf(database.reader, ids);
  const personOf = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return rows.map((row) => {
    const words = wordsOf(row.act);
    return {
      id: String(row.id),
      at: isoInstant(row.at),
      kind: words?.kind ?? null,
      act: row.act,
      words: words?.words ?? `did “${row.act.replaceAll('-', ' ')}” with`,
      who: personOf(row.actor_id),
      by: byOf(row),
      subject: row.subject,
      whom: personOf(row.about_id),
      changes: changesOf(row.before, row.after, settings.academyZone),
      network: row.network,
    };
  });
}

const placeOf = (next: string | undefined): LinePlace | null => {
  if (next === undefined) return null;
  const [at = 0, id = 0] = next.split('-').map(Number);
  return { at, id };
};

/** Newest first. */
export async function readAuditLog(
  context: Context,
  { after, limit = shownAtOnce, ...search }: AuditPage,
): Promise<{ lines: AuditLine[]; next: string | null }> {
  const filter = await auditFilter(context, search);
  if (filter === null) return { lines: [], next: null };
  const { rows, last } = await readPage(limit, (most) =>
    listLines(context.database.reader, filter, { after: placeOf(after), limit: most }),
  );
  return {
    lines: await presentLines(context, rows),
    next: last === undefined ? null : `${last.at}-${last.id}`,
  };
}

export const auditRead = read(listAudit, {
  who: administrator,
  run: ({ context, query }) => readAuditLog(context, query),
});

export async function* everyAuditLine(
  context: Context,
  filter: LineFilter,
  atOnce: number,
): AsyncGenerator<AuditLine> {
  let after: LinePlace | null = null;
  let rows: AuditRow[];
  do {
    rows = await listLines(context.database.reader, filter, { after, limit: atOnce });
    yield* await presentLines(context, rows);
    after = rows.at(-1) ?? null;
  } while (rows.length === atOnce);
}
