import type { Task } from '#contract/dates';
import type { AppContext } from '../../platform/context.ts';
import { FileDamaged } from '../../platform/files/file-store.ts';
import { HttpError, httpErrors } from '../../platform/http/http-errors.ts';
import { fileTooLarge, type ReceivedFile } from '../submission-form.ts';
import { fileOfRow, uploadById } from './upload-rows.ts';

/** A code of its own: the web then uploads the file again by itself. */
const noUpload = (message: string) => new HttpError(400, 'no_upload', message);
const unknown = () => noUpload('There is no such upload. Please pick the file again.');
const unfinished = () => noUpload('The upload is not finished yet.');

/**
 * The file of a finished upload, staged like one that came with the form, but without copying its bytes. The upload
 * itself stays until there is a receipt.
 * @throws 400 for an upload that is not there, not the student's, not the task's or not finished; 413; 503
 */
export async function takeUpload(
  { database, settings, clock, files }: AppContext,
  { accountId, task, upload: id }: { accountId: number; task: Task; upload: string },
): Promise<ReceivedFile> {
  const [row] = await uploadById(database.reader, { id, now: clock.now() });
  // The answer does not reveal that another student has such an upload.
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
