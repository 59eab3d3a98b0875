import { isUtf8 } from 'node:buffer';
import { attachable } from '#contract/forum/attachment-marks';
import { isPicture, type AttachmentType } from '#contract/forum/attachment-view';
import { limits } from '#contract/limits';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { cleanPicture, pictureTypeOf } from '../../platform/pictures/clean-picture.ts';
import { BrokenPicture, type CleanPicture } from '../../platform/pictures/picture.ts';
import { decodeText, encodingOf } from '#contract/text-encoding';
import { headBytes, kindOf } from '../../submissions/previews/file-kind.ts';

/** Size in pixels, of pictures only. */
export type AttachmentContent = {
  type: AttachmentType;
  bytes: Buffer;
  width: number | null;
  height: number | null;
};

const unsupported = () =>
  httpErrors.unsupportedType(`A file of this kind cannot be attached. You can attach ${attachable}.`);

function readPicture(type: Parameters<typeof cleanPicture>[0], bytes: Buffer): CleanPicture {
  let cleaned: CleanPicture;
  try {
    cleaned = cleanPicture(type, bytes);
  } catch (cause) {
    if (!(cause instanceof BrokenPicture)) throw cause;
    throw Object.assign(
      httpErrors.badRequest('This picture is damaged. Save it again, or choose another one.'),
      {
        cause,
      },
    );
  }
  const { width, height } = cleaned;
  if (Math.max(width, height) > limits.attachmentSide || width * height > limits.attachmentPixels)
    throw httpErrors.badRequest(
      `A picture can have at most ${limits.attachmentSide.toLocaleString('en')} pixels on each side and 25 megapixels in total.`,
    );
  return cleaned;
}

function readText(name: string, bytes: Buffer): Buffer {
  if (kindOf(name, bytes.subarray(0, headBytes)).kind !== 'text') throw unsupported();
  if (bytes.length > limits.attachmentTextBytes)
    throw httpErrors.tooLarge('A text or log can have at most 1 MB. Please attach the part that matters.');
  const encoding = encodingOf(bytes);
  if (encoding === null) throw unsupported();
  if (encoding === 'utf-8' && isUtf8(bytes)) return bytes;
  const text = decodeText(bytes, encoding);
  if (text.includes('\0')) throw unsupported();
  return Buffer.from(text);
}

/**
 * By its bytes: pictures without metadata, texts as UTF-8; SVG and HTML are texts.
 * @throws 400, 413 and 415, each with what is allowed
 */
export function readContent(name: string, bytes: Buffer): AttachmentContent {
  if (bytes.length === 0) throw httpErrors.badRequest('The file is empty. Please choose another one.');
  const type = pictureTypeOf(bytes);
  if (type === null) return { type: 'text/plain', bytes: readText(name, bytes), width: null, height: null };
  return { type, ...readPicture(type, bytes) };
}

const endings: Record<AttachmentType, readonly string[]> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg', '.jfif'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'text/plain': [],
};

/** A picture gets the extension of its real type. */
export function nameFor(name: string, type: AttachmentType): string {
  const [ending] = endings[type];
  if (!isPicture({ type }) || ending === undefined) return name;
  if (endings[type].some((one) => name.toLowerCase().endsWith(one))) return name;
  return `${name.slice(0, limits.fileName - ending.length)}${ending}`;
}
