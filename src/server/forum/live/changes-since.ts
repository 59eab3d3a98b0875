import type { QuestionChange } from '#contract/forum/event-calls';
import type { Reader } from '../../platform/database/database.ts';
import { questionsChangedSince, versionOfDiscussion, type ChangeRow } from './queries.ts';

/** So many changed questions are told one by one; whoever missed more reads the discussion again. */
export const maxChanges = 200;

/** What has changed in a discussion between some version and its present one. */
export type Changes = {
  /** The present version. */
  version: number;
  /** The version since which nothing is missing in `rows`. */
  since: number;
  /** In the order in which they changed. */
  rows: readonly ChangeRow[];
};

/**
 * Reads what has changed in a batch's discussion, by two queries.
 * @param since the oldest version that somebody has seen
 */
export async function readChanges(
  reader: Reader,
  { batchId, since }: { batchId: number; since: number },
): Promise<Changes> {
  const [now] = await versionOfDiscussion(reader, { batchId });
  const version = now?.version ?? 0;
  if (since >= version) return { version, since, rows: [] };
  const rows = await questionsChangedSince(reader, { batchId, version: since, limit: maxChanges + 1 });
  const isCut = rows.length > maxChanges;
  return {
    // Something may have changed between the two queries.
    version: Math.max(version, rows[0]?.version ?? 0),
    since: isCut ? (rows.pop()?.version ?? since) : since,
    rows: rows.toReversed(),
  };
}

const event = (name: string, version: number | null, data: object): string =>
  `event: ${name}\n${version === null ? '' : `id: ${version}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Says that the connection stands, and keeps proxies from closing it. */
export const beat = event('beat', null, {});

function presentChange(
  { id, askedVersion, deletedAt, commentCount }: ChangeRow,
  seen: number,
): QuestionChange {
  const answers_count = commentCount ?? 0;
  if (deletedAt !== null) return { _id: String(id), change: 'removed', answers_count };
  return { _id: String(id), change: askedVersion > seen ? 'asked' : 'changed', answers_count };
}

/**
 * The events for somebody who has seen a version of a discussion; empty where nothing has changed since.
 * @param seen null for a version that is not known
 */
export function writeEvents({ version, since, rows }: Changes, seen: number | null): string {
  // A version from after the present one is from before the database was restored.
  if (seen === null || seen > version || seen < since) return event('refresh', version, {});
  return rows
    .filter((row) => row.version > seen)
    .map((row) => event('question', row.version, presentChange(row, seen)))
    .join('');
}
