import { Readable } from 'node:stream';
import { dayMs } from '#contract/durations';
import { isLate, vivaDeadline } from '#contract/dates';
import type { Writer } from '../platform/database/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { insertPastVersion } from '../marking/insert-past-version.ts';
import { makeFileId, makeReceiptNumber } from '../submissions/receipt-number.ts';
import type { DemoSubmission } from './read-records.ts';
import { accountOf, type DemoAccount } from './write-people.ts';

type StoredFile = { file_id: string; file_name: string; file_bytes: number; file_sha256: string };
type StoredSubmission = { submission: DemoSubmission; file: StoredFile | null };

export async function storeText(
  files: FileStore,
  { name, text }: { name: string; text: string },
): Promise<Omit<StoredFile, 'file_id'>> {
  const body = Buffer.from(text);
  const staged = await files.stage(Readable.from([body]), body.length);
  await staged.keep();
  return { file_name: name, file_bytes: staged.bytes, file_sha256: staged.sha256 };
}

/** Before any row refers to them. */
export async function storeFiles(
  files: FileStore,
  submissions: readonly DemoSubmission[],
): Promise<StoredSubmission[]> {
  const stored: StoredSubmission[] = [];
  for (const submission of submissions) {
    if (submission.file === undefined) {
      stored.push({ submission, file: null });
      continue;
    }
    const file = { file_id: makeFileId(), ...(await storeText(files, submission.file)) };
    stored.push({ submission, file });
  }
  return stored;
}

export async function writeSubmissions(
  writer: Writer,
  submissions: readonly StoredSubmission[],
  accounts: ReadonlyMap<string, DemoAccount>,
  starts: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const mentorId = [...accounts.values()].find(({ role }) => role === 'mentor')?.id ?? null;
  const dated = submissions.map(({ submission, file }) => {
    const start = starts.get(submission.email);
    if (start === undefined) throw new Error(`The demo's selections.yaml does not have ${submission.email}`);
    return { submission, file, start, submittedAt: Math.round(start + submission.days_after_start * dayMs) };
  });
  const versions = new Map<string, number>();
  for (const { submission, file, start, submittedAt } of dated.toSorted(
    (a, b) => a.submittedAt - b.submittedAt,
  )) {
    const { email, task, links, comments } = submission;
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
      submission.marks === undefined
        ? null
        : ({
            marks: submission.marks,
            comments: submission.mark_comments ?? '',
            released: submission.released === true ? 1 : 0,
            marked_by: mentorId,
            // The next evening, or half-way to now if that is in the future.
            marked_at: Math.round(Math.min(submittedAt + 1.2 * dayMs, (submittedAt + now) / 2)),
          } as const);
    const written_at = markRow?.marked_at ?? submittedAt;
    const atLines = submission.line_comments.flatMap((comment) =>
      mentorId === null ? [] : [{ ...comment, written_by: mentorId, written_at }],
    );
    await insertPastVersion(writer, versionRow, markRow, atLines);
  }
}
