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

/** In pixels; the shorter side, so that a long screenshot or a panorama stays readable. */
const maxShorterSide = 2250;
/** Beyond these, browsers draw nothing without saying so. */
const maxSide = 16_384;
const maxArea = 16_777_216;

type Size = { width: number; height: number };

/** Of a photo in the ZIP; null for one that must stay as it is. */
export function packedSize({ width, height }: Size): Size | null {
  const shorter = Math.min(width, height);
  const scale = Math.min(1, maxShorterSide / shorter, Math.sqrt(maxArea / (width * height)));
  const side = (pixels: number) => Math.max(1, Math.floor(pixels * scale));
  const size = { width: side(width), height: side(height) };
  return Math.max(size.width, size.height) > maxSide ? null : size;
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
