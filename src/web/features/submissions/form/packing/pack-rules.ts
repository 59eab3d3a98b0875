import type { Task } from '#contract/dates';
import { identityOf } from '../../../../lib/outbox/queued-request.ts';

export const failedToPack = 'These files could not be packed on this device. Remove some and try again.';

export type ListedFile = { file: File; name: string; bytes: number; isUnchangedPhoto?: boolean };

/** Files in one ZIP. */
export const maxFiles = 100;

/** Photos of a camera. Screenshots and drawings (PNG) stay: they have no location and would lose sharpness. */
export function isPhoto({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return /^image\/(jpe?g|hei[cf])$/.test(type) || (type === '' && /\.(jpe?g|hei[cf])$/i.test(name));
}

/** Of the file that is sent. The same for each attempt: a repeated submission must be equal. */
export function zipName(task: Task): string {
  return task === 'final' ? 'final-project.zip' : `${task}.zip`;
}

/** What was picked twice is sent once. */
export function addFiles(files: readonly File[], picked: readonly File[]): readonly File[] {
  const known = new Set(files.map(identityOf));
  return [...files, ...picked.filter((file) => !known.has(identityOf(file)))];
}

export const foldersAreNotTaken = 'Folders cannot be added. Add the files in it, or pack it into a ZIP file.';

/** A dropped folder looks like a file that cannot be read. */
export function withoutFolders(files: readonly File[], items: DataTransferItemList | undefined): File[] {
  return files.filter((_file, index) => items?.[index]?.webkitGetAsEntry?.()?.isDirectory !== true);
}
