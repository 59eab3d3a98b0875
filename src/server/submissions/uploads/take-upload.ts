import type { Task } from '#contract/dates';
import type { AppContext } from '../../platform/context.ts';
import { FileDamaged } from '../../platform/files/file-store.ts';
import { HttpError, httpErrors } from '../../platform/http/http-errors.ts';
import { fileTooLarge, type ReceivedFile } from '../submission-form.ts';
import { fileOfRow, uploadById } from './upload-rows.ts';

/** With this code the web uploads the file again automatically. */
const noUpload = (message: string) => new HttpError(400, 'no_upload', message);
const unknown = () => noUpload('There is no such upload. Please pick the file again.');
const unfinished = () => noUpload('The upload is not finished yet.');

/**
 * Stages a finished upload without copying. It stays until there is a receipt.
 * @throws 400 unknown, another student's or task's, or unfinished; 413; 503
 */
export async function takeUpload(
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
