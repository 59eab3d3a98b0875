import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { QuestionChange } from '#contract/forum/calls';
import type { Reader } from '../../platform/database/database.ts';

/** Empty before the first question. */
export const versionOfDiscussion = compiledQuery((db, p: { batchId: number }) =>
  db.selectFrom('discussion_versions').where('batch_id', '=', p.batchId).select('version'),
);

export const questionsChangedSince = compiledQuery(
  (db, p: { batchId: number; version: number; limit: number }) =>
    db
      .selectFrom('question_changes')
      .innerJoin('questions', 'questions.id', 'question_changes.question_id')
      .leftJoin('comment_counts', 'comment_counts.question_id', 'question_changes.question_id')
      .where('question_changes.batch_id', '=', p.batchId)
      .where('question_changes.version', '>', p.version)
      .orderBy('question_changes.version', 'desc')
      .limit(p.limit)
      .select([
        'question_changes.question_id as id',
        'question_changes.asked_version as askedVersion',
        'question_changes.version',
        'questions.deleted_at as deletedAt',
        'comment_counts.comments as commentCount',
      ]),
);
export type ChangeRow = Awaited<ReturnType<typeof questionsChangedSince>>[number];

/** Readers that missed more reload. */
export const maxChanges = 200;

export type Changes = {
  version: number;
  /** `rows` is complete from this version on. */
  since: number;
  rows: readonly ChangeRow[];
};

/** @param since the oldest version of any reader */
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
    // It may have changed between the queries.
    version: Math.max(version, rows[0]?.version ?? 0),
    since: isCut ? (rows.pop()?.version ?? since) : since,
    rows: rows.toReversed(),
  };
}

const event = (name: string, version: number | null, data: object): string =>
  `event: ${name}\n${version === null ? '' : `id: ${version}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Keeps proxies from closing an idle connection. */
export const beat = event('beat', null, {});

function presentChange(
  { id, askedVersion, deletedAt, commentCount }: ChangeRow,
  seen: number,
): QuestionChange {
  const answers_count = commentCount ?? 0;
  if (deletedAt !== null) return { _id: String(id), change: 'removed', answers_count };
  return { _id: String(id), change: askedVersion > seen ? 'asked' : 'changed', answers_count };
}

/** Empty without changes. @param seen the reader's version, null if unknown */
export function writeEvents({ version, since, rows }: Changes, seen: number | null): string {
  // A version ahead dates from before a restore.
  if (seen === null || seen > version || seen < since) return event('refresh', version, {});
  return rows
    .filter((row) => row.version > seen)
    .map((row) => event('question', row.version, presentChange(row, seen)))
    .join('');
}
