import type { AttachmentType } from '#contract/forum/attachment-view';
import { cleanGif } from './clean-gif.ts';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanPng } from './clean-png.ts';
import { cleanWebp } from './clean-webp.ts';
import { BrokenPicture, type CleanPicture } from './picture.ts';

type PictureType = Exclude<AttachmentType, 'text/plain'>;

const cleaners: Record<PictureType, (bytes: Buffer) => CleanPicture> = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
  'image/gif': cleanGif,
  'image/webp': cleanWebp,
};

export function pictureTypeOf(bytes: Buffer): PictureType | null {
  const starts = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif';
  return starts('RIFF') && starts('WEBP', 8) ? 'image/webp' : null;
}

/** Keeps orientation. @throws BrokenPicture for bytes that only begin as a picture, or no pixels */
export function cleanPicture(type: PictureType, bytes: Buffer): CleanPicture {
  const cleaned = cleaners[type](bytes);
  if (cleaned.width < 1 || cleaned.height < 1) throw new BrokenPicture('It has no pixels');
  return cleaned;
}
