import type { Insertable } from 'kysely';
import type { Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { htmlColumn } from '../platform/markdown/markdown-html.ts';

/** For histories such as the demo's. */
export async function insertPastVersion(
  writer: Writer,
  version: Insertable<Tables['submissions']>,
  mark: Omit<Insertable<Tables['marks']>, 'submission_id'> | null,
  atLines: readonly Pick<
    Insertable<Tables['line_comments']>,
    'line' | 'text' | 'written_by' | 'written_at'
  >[] = [],
): Promise<void> {
  const { id } = await writer
    .insertInto('submissions')
    .values(version)
    .returning('id')
    .executeTakeFirstOrThrow();
  if (atLines.length > 0)
    await writer
      .insertInto('line_comments')
      .values(
        atLines.map((comment) => ({
          submission_id: id,
          account_id: version.account_id,
          path: null,
          edited_at: null,
          ...comment,
        })),
      )
      .execute();
  if (mark === null) return;
  await writer
    .insertInto('marks')
    .values({ submission_id: id, ...mark, html: htmlColumn(mark.comments, mark.format ?? null) })
    .execute();
}
