import { Readable } from 'node:stream';
import { dayMs } from '#contract/durations';
import { isLate, vivaDeadline } from '#contract/dates';
import type { Writer } from '#server/platform/database/database';
import type { FileStore } from '#server/platform/files/file-store';
import { insertPastVersion } from '#server/submissions/insert-history';
import { makeFileId, makeReceiptNumber } from '#server/submissions/receipt-number';
import type { HandIn } from './demo-records.ts';
import { accountOf, type DemoAccount } from './write-people.ts';

type StoredFile = { file_id: string; file_name: string; file_bytes: number; file_sha256: string };
type StoredSubmission = { handIn: HandIn; file: StoredFile | null };

/** Stores the submissions' files before any row refers to them. */
export async function storeFiles(files: FileStore, handIns: readonly HandIn[]): Promise<StoredSubmission[]> {
  const stored: StoredSubmission[] = [];
  for (const handIn of handIns) {
    if (handIn.file === undefined) {
      stored.push({ handIn, file: null });
      continue;
    }
    const body = Buffer.from(handIn.file.text);
    const staged = await files.stage(Readable.from([body]), body.length);
    await staged.keep();
    stored.push({
      handIn,
      file: {
        file_id: makeFileId(),
        file_name: handIn.file.name,
        file_bytes: staged.bytes,
        file_sha256: staged.sha256,
      },
    });
  }
  return stored;
}

/** Writes versions in the order in which they came, each with its mark. */
export async function writeHandIns(
  writer: Writer,
  handIns: readonly StoredSubmission[],
  accounts: ReadonlyMap<string, DemoAccount>,
  starts: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const mentorId = [...accounts.values()].find(({ role }) => role === 'mentor')?.id ?? null;
  const dated = handIns.map(({ handIn, file }) => {
    const start = starts.get(handIn.email);
    if (start === undefined) throw new Error(`The demo's selections.yaml does not have ${handIn.email}`);
    return { handIn, file, start, submittedAt: Math.round(start + handIn.days_after_start * dayMs) };
  });
  const versions = new Map<string, number>();
  for (const { handIn, file, start, submittedAt } of dated.toSorted(
    (a, b) => a.submittedAt - b.submittedAt,
  )) {
    const { email, task, links, comments } = handIn;
    const account = accountOf(accounts, email);
    const version = (versions.get(`${email} ${task}`) ?? 0) + 1;
    versions.set(`${email} ${task}`, version);
    const deadline = task === 'viva' ? vivaDeadline(start, account.batch?.viva_deadline ?? null) : null;
    const versionRow = {
      account_id: account.id,
      task,
      version,
      number: makeReceiptNumber(),
      submitted_at: submittedAt,
      late: isLate(submittedAt, deadline) ? 1 : 0,
      links,
      comments,
      ...file,
      idempotency_key: null,
    } as const;
    const markRow =
      handIn.marks === undefined
        ? null
        : ({
            marks: handIn.marks,
            comments: handIn.mark_comments ?? '',
            released: handIn.released === true ? 1 : 0,
            marked_by: mentorId,
            // The next evening, or half-way to now where that has not come yet.
            marked_at: Math.round(Math.min(submittedAt + 1.2 * dayMs, (submittedAt + now) / 2)),
          } as const);
    await insertPastVersion(writer, versionRow, markRow);
  }
}
