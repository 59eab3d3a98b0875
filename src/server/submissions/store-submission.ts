import type { Task } from '#contract/dates';
import { studentMessages } from '#contract/student-messages';
import type { AppContext } from '../platform/context.ts';
import { httpErrors, HttpError } from '../platform/http/http-errors.ts';
import { readDeclared } from './read-declared.ts';
import type { KeyedReceiptRow, ReceiptRow } from './queries.ts';
import {
  recordSubmission,
  requireSameContent,
  type NewSubmission,
  type SubmissionScope,
} from './record-submission.ts';
import { type ReceivedFile, type ReceivedForm, fileTooLarge } from './submission-form.ts';
import { enforceSubmissionQuota } from './submission-quota.ts';
import { dropUpload, fileOfRow, uploadById } from './uploads/upload-rows.ts';
import { FileDamaged } from '../platform/files/file-store.ts';
import { serverMessages } from '../platform/http/server-messages.ts';

/** The web uploads again after this code. */
const noUpload = (message: string) => new HttpError(400, 'no_upload', message);
const unknown = () => noUpload('There is no such upload. Please pick the file again.');
const unfinished = () => noUpload('The upload is not finished yet.');

/**
 * Without copying; it stays until the receipt.
 * @throws 400 unknown, another student's or task's, or unfinished; 413; 503
 */
async function takeUpload(
  { database, settings, clock, files }: AppContext,
  { accountId, task, upload: id }: { accountId: number; task: Task; upload: string },
): Promise<ReceivedFile> {
  const [row] = await uploadById(database.reader, { id, now: clock.now() });
  // Does not reveal another student's upload.
  if (row === undefined || row.account_id !== accountId) throw unknown();
  if (row.task !== task) throw httpErrors.badRequest('This upload belongs to another task.');
  if (row.bytes > settings.maxUploadBytes) throw fileTooLarge(settings.maxUploadBytes);
  const file = await files.partial.locate(fileOfRow(row));
  if (file === null) throw unknown();
  if (file.arrived !== file.bytes) throw unfinished();
  try {
    return { name: row.name, staged: await files.partial.stage(file) };
  } catch (error) {
    if (error instanceof FileDamaged) throw unknown();
    throw error;
  }
}

/** Order and words: specification, sections 5 and 8. */
function requireContent(task: Task, { links, comments }: ReceivedForm, hasFile: boolean): void {
  if (task === 'viva' && (comments.trim() === '' || !hasFile)) {
    throw httpErrors.badRequest(studentMessages.vivaIncomplete);
  }
  if (links.trim() === '' && comments.trim() === '' && !hasFile) {
    throw httpErrors.badRequest(serverMessages.emptySubmission);
  }
}

/**
 * Bytes, then the row; a repeated request gets the first.
 * @throws 400 unusable upload, missing content or wrong declaration; 409 key of other content; 429 quota; 503
 */
export async function storeSubmission(
  context: AppContext,
  { accountId, task, key, earlier }: SubmissionScope & { earlier: KeyedReceiptRow | null },
  form: ReceivedForm,
): Promise<ReceiptRow> {
  const { links, comments, upload } = form;
  const file =
    upload === null ? form.file : await fileOfUpload(context, { accountId, task, upload, earlier });
  try {
    requireContent(task, form, file !== null);
    const declared = await readDeclared(context, { accountId, task }, form.declaration);
    const submission: NewSubmission = {
      accountId,
      task,
      key,
      links,
      comments,
      upload,
      declared,
      file: file && { name: file.name, bytes: file.staged.bytes, sha256: file.staged.sha256 },
    };
    let row: ReceiptRow;
    if (earlier === null) {
      if (file !== null) await enforceSubmissionQuota(context, { accountId, bytes: file.staged.bytes });
      await file?.staged.keep();
      row = await recordSubmission(context, submission);
    } else {
      row = requireSameContent(earlier, submission);
    }
    if (upload !== null) await removeUpload(context, upload);
    return row;
  } finally {
    await file?.staged.discard();
  }
}

async function fileOfUpload(
  context: AppContext,
  about: { accountId: number; task: Task; upload: string; earlier: KeyedReceiptRow | null },
): Promise<ReceivedFile> {
  const { earlier, upload } = about;
  if (earlier?.upload_id !== upload) return takeUpload(context, about);
  const nothing = async (): Promise<void> => {};
  const { file_name, file_bytes, file_sha256 } = earlier;
  return {
    name: file_name as string,
    staged: { bytes: file_bytes as number, sha256: file_sha256 as string, keep: nothing, discard: nothing },
  };
}

async function removeUpload(context: AppContext, upload: string): Promise<void> {
  await dropUpload(context, upload).catch((error: unknown) =>
    context.log.warn({ err: error }, 'an upload could not be removed; the hourly sweep will remove it'),
  );
}
