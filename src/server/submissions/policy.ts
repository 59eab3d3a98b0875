import { messages } from '#contract/messages';
import { isStaff, mentorsBatch, signedIn, staff } from '../accounts/policy.ts';
import type { Viewer, ViewerCheck, ViewerRule } from '../accounts/sessions/viewer.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { uploadById, type UploadRow } from './uploads/upload-rows.ts';
import { fileById, receiptByNumber, type OwnedReceiptRow } from './queries.ts';

export type ReadableFile = { number: string; name: string; bytes: number; sha256: string };

/** Who is on the panel of a student's viva: rooms that come later know. */
export type Panel = {
  isMember(check: ViewerCheck, viewer: Viewer, studentId: number): Promise<boolean>;
  /** Before a panel member gets the bytes. */
  recordOpened(
    check: ViewerCheck,
    viewer: Viewer,
    file: { number: string; accountId: number },
  ): Promise<void>;
};

const isOwn = (viewer: Viewer, owner: { accountId: number; batchId: number | null }): boolean =>
  viewer.accountId === owner.accountId || mentorsBatch(viewer, owner.batchId);

/** For students their own, for mentors those of their batches, for a panel those of its students. */
export function makeReaders(panel: Panel) {
  const fileReader: ViewerRule<ReadableFile> = async (check) => {
    const viewer = signedIn(check);
    const [file] = await fileById(check.context.database.reader, { fileId: check.params.id ?? '' });
    if (file === undefined) throw httpErrors.notFound('There is no such file.');
    const asPanel = !isOwn(viewer, file);
    if (asPanel && !(await panel.isMember(check, viewer, file.accountId)))
      throw httpErrors.forbidden(messages.forbidden);
    if (file.erasedAt !== null) throw httpErrors.notFound('This file was removed on request.');
    if (asPanel) await panel.recordOpened(check, viewer, file);
    return {
      number: file.number,
      name: file.name as string,
      bytes: file.bytes as number,
      sha256: file.sha256 as string,
    };
  };

  /** For previews. */
  const staffFileReader: ViewerRule<ReadableFile> = (check) => {
    staff(check);
    return fileReader(check);
  };

  const receiptReader: ViewerRule<OwnedReceiptRow> = async (check) => {
    const viewer = signedIn(check);
    const number = check.params.number ?? '';
    const [row] = await receiptByNumber(check.context.database.reader, { number });
    if (row === undefined) throw httpErrors.notFound('There is no receipt with this number.');
    if (!isOwn(viewer, row) && !(await panel.isMember(check, viewer, row.accountId)))
      throw httpErrors.forbidden(messages.forbidden);
    return row;
  };

  return { fileReader, staffFileReader, receiptReader };
}

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
