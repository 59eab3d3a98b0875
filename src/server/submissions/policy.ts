import { messages } from '#contract/messages';
import { isStaff, mentorsBatch, signedIn, staff } from '../accounts/policy.ts';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { uploadById, type UploadRow } from './uploads/upload-rows.ts';
import { fileById, receiptByNumber, type OwnedReceiptRow } from './queries.ts';

export type ReadableFile = { number: string; name: string; bytes: number; sha256: string };

function mayReadSubmission(viewer: Viewer, owner: { accountId: number; batchId: number | null }): boolean {
  return viewer.accountId === owner.accountId || mentorsBatch(viewer, owner.batchId);
}

export const fileReader: ViewerRule<ReadableFile> = async (check) => {
  const viewer = signedIn(check);
  const [file] = await fileById(check.context.database.reader, { fileId: check.params.id ?? '' });
  if (file === undefined) throw httpErrors.notFound('There is no such file.');
  if (!mayReadSubmission(viewer, file)) throw httpErrors.forbidden(messages.forbidden);
  if (file.erasedAt !== null) throw httpErrors.notFound('This file was removed on request.');
  return {
    number: file.number,
    name: file.name as string,
    bytes: file.bytes as number,
    sha256: file.sha256 as string,
  };
};

/** For previews. */
export const staffFileReader: ViewerRule<ReadableFile> = (check) => {
  staff(check);
  return fileReader(check);
};

export const receiptReader: ViewerRule<OwnedReceiptRow> = async (check) => {
  const viewer = signedIn(check);
  const number = check.params.number ?? '';
  const [row] = await receiptByNumber(check.context.database.reader, { number });
  if (row === undefined) throw httpErrors.notFound('There is no receipt with this number.');
  if (!mayReadSubmission(viewer, row)) throw httpErrors.forbidden(messages.forbidden);
  return row;
};

export const student: ViewerRule<Viewer> = (check) => {
  const viewer = signedIn(check);
  if (isStaff(viewer)) throw httpErrors.forbidden(messages.forbidden);
  return viewer;
};

export const ownUpload: ViewerRule<UploadRow> = async (check) => {
  const viewer = signedIn(check);
  const { database, clock } = check.context;
  const [row] = await uploadById(database.reader, { id: check.params.upload ?? '', now: clock.now() });
  if (row === undefined) throw httpErrors.notFound('There is no such upload.');
  if (row.account_id !== viewer.accountId) throw httpErrors.forbidden(messages.forbidden);
  return row;
};
