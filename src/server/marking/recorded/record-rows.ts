import { marksOfStatus, type RecordStatus } from '#contract/marking/recorded';
import { lockAccounts } from '../../accounts/queries.ts';
import type { Writer } from '../../platform/database/database.ts';
import { HttpError } from '../../platform/http/http-errors.ts';
import { takeBackUntil } from '../mark-rules.ts';
import { isStanding } from './counted.ts';
import { timesOf } from './present-record.ts';
import type { RecordRow } from './queries.ts';
import { lockStanding, writeRecord, type GivenRecord, type Recordable } from './write-record.ts';

/**
 * Whether a row of a sheet with a status is about the record: it says something else than marks, nothing was submitted,
 * or a record stands in the version's place.
 */
export const isForRecord = (
  status: RecordStatus,
  version: object | undefined,
  record: RecordRow | undefined,
): boolean => status !== 'marked' || version === undefined || (record !== undefined && isStanding(record));

/** What rows are compared with. */
export const asGivenRecord = ({ status, marks, comments, released }: RecordRow): GivenRecord => ({
  status,
  marks,
  comments,
  released: released === 1,
});

type Row = { status: RecordStatus; marks: number | null; comments: string; released: boolean | null };

/** Empty comments, and no word of the release, keep what is there. */
export const givenRecord = (row: Row, before: GivenRecord | null): GivenRecord => ({
  status: row.status,
  marks: marksOfStatus(row.status, row.marks),
  comments: row.comments === '' ? (before?.comments ?? '') : row.comments,
  released: row.released ?? before?.released ?? false,
});

/** To be withdrawn. */
export const isTooLate = (record: RecordRow | undefined, given: GivenRecord, now: number): boolean =>
  record?.released === 1 && !given.released && now > takeBackUntil(timesOf(record));

type Options<Write> = {
  by: { actorId: number | null; at: number };
  /** The row that failed, in words. */
  named: (write: Write, failure: HttpError) => HttpError;
};

/** All or none; first of what a transaction locks. `newest`: the version that a row's reader knew; undefined asks nothing. */
export async function recordSeveral<
  Write extends { of: Recordable; given: GivenRecord; newest?: string | null },
>(writer: Writer, writes: readonly Write[], { by, named }: Options<Write>): Promise<void> {
  await lockAccounts(
    writer,
    writes.map(({ of }) => of.accountId),
  );
  for (const write of writes) {
    const { of, given, newest } = write;
    try {
      const standing = await lockStanding(writer, of);
      // The sheet has shown what it replaces.
      await writeRecord(writer, of, standing, given, { ...by, newest, confirmLower: true });
    } catch (error) {
      throw error instanceof HttpError ? named(write, error) : error;
    }
  }
}
