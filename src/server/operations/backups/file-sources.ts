import { attachedFilesInUse, isAttached } from '../../forum/attachments/attached-files.ts';
import type { Reader } from '../../platform/database/database.ts';
import { filesInUse, isFileInUse } from '../../submissions/list-submitted-files.ts';

/** Whose rows name files of the store, by id: backup and journal copy them. */
export const fileSources = [
  { table: 'submissions', inUse: filesInUse, isInUse: isFileInUse },
  { table: 'attachments', inUse: attachedFilesInUse, isInUse: isAttached },
] as const;

export async function isFileNeeded(reader: Reader, sha256: string): Promise<boolean> {
  for (const { isInUse } of fileSources) if (await isInUse(reader, sha256)) return true;
  return false;
}
