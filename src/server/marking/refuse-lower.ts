import { sql } from 'kysely';
import type { Writer } from '../platform/database/database.ts';
import { HttpError } from '../platform/http/http-errors.ts';
import { undoneBetween } from '../selections/queries.ts';
import { replacedMark, type VersionMark } from './mark-rules.ts';
import { cameAfter } from './recorded/counted.ts';
import { recordsOfTask, type RecordRow } from './recorded/queries.ts';

/** Nothing for a mark without a file. */
export const ofVersion = ({ version }: VersionMark): string =>
  version === null ? '' : ` for version ${version}`;

/** @param what of the new mark */
export const lowerThanReleased = (what: string, seen: VersionMark) =>
  new HttpError(
    409,
    'lower_than_released',
    `The student sees ${seen.marks} out of 100${ofVersion(seen)}. ${what} and is not saved yet.`,
    undefined,
    { seen },
  );

/** With the newest released mark of other versions for the same choice. */
async function shownBeside(writer: Writer, submissionId: number) {
  const { version, account_id, task, submitted_at } = await writer
    .selectFrom('submissions')
    .where('id', '=', submissionId)
    .select(['version', 'account_id', 'task', 'submitted_at'])
    .executeTakeFirstOrThrow();
  const other = await writer
    .selectFrom('submissions')
    .innerJoin('marks', 'marks.submission_id', 'submissions.id')
    .where('submissions.account_id', '=', account_id)
    .where('submissions.task', '=', task)
    .where('submissions.id', '!=', submissionId)
    .where('marks.released', '=', 1)
    .where(({ not, exists, val }) =>
      not(
        exists(
          undoneBetween(
            sql.ref('submissions.account_id'),
            sql.ref('submissions.submitted_at'),
            val(submitted_at),
          ),
        ),
      ),
    )
    .orderBy('submissions.version', 'desc')
    .limit(1)
    .select(['submissions.version', 'marks.marks', 'submissions.id'])
    .executeTakeFirst();
  const [record] = await recordsOfTask(writer, [account_id], task);
  return { version, other: other ?? null, record: record?.released === 1 ? record : null };
}

export const recordedMark = ({ marks }: Pick<RecordRow, 'marks'>): VersionMark | null =>
  marks === null ? null : { version: null, marks };

/**
 * @param id of the version. @param own its released mark
 * @throws 409 `lower_than_released` with `seen`
 */
export async function refuseLowerMark(
  writer: Writer,
  { id, marks, own }: { id: number; marks: number; own: { marks: number } | null },
): Promise<void> {
  const { version, other, record } = await shownBeside(writer, id);
  // A record stands in the place of this version: the student goes on seeing the record.
  if (record !== null && !cameAfter(id, record)) return;
  const isRecordSeen = own === null && record !== null && !cameAfter(other?.id ?? null, record);
  const seen = isRecordSeen ? recordedMark(record) : replacedMark(version, own, other);
  if (seen === null || marks >= seen.marks) return;
  throw lowerThanReleased(`${marks} is lower`, { version: seen.version, marks: seen.marks });
}
