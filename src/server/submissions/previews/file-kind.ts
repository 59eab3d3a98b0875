import { encodingOf, type TextEncoding } from '#contract/text-encoding';
import { languageOfFileEnding } from '#contract/code-languages';

/** Bytes read to detect the kind. */
export const headBytes = 4_096;

export type FileKind =
  | { kind: 'pdf' }
  | { kind: 'zip' }
  | { kind: 'picture'; type: string }
  | { kind: 'video'; type: string }
  | { kind: 'text'; encoding: TextEncoding; markup: 'HTML' | 'SVG' | null }
  | { kind: 'none'; words: string };

const download = 'Download it to open it.';
export const notShown = (words: string) => ({ kind: 'none', words: `${words} ${download}` }) as const;

const startsWith = (head: Buffer, text: string, at = 0): boolean =>
  head.toString('latin1', at, at + text.length) === text;

/** In pixels. */
export const mostPixels = 64_000_000;
export const mostSide = 16_384;

export const isTooLarge = ({ width, height }: { width: number; height: number }): boolean =>
  width * height > mostPixels || Math.max(width, height) > mostSide;

/** Types that every browser shows. */
function pictureType(head: Buffer): string | null {
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(head, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a')) return 'image/gif';
  if (startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)) return 'image/webp';
  if (startsWith(head, 'ftypavif', 4) || startsWith(head, 'ftypavis', 4)) return 'image/avif';
  return null;
}

/** That every browser plays, given the codec. */
function videoType(head: Buffer): string | null {
  if (/^ftyp(?:iso\w|mp4[12]|avc1|M4V |dash|qt  )/.test(head.toString('latin1', 4, 12))) return 'video/mp4';
  return startsWith(head, '\x1a\x45\xdf\xa3') && head.includes('webm') ? 'video/webm' : null;
}

const officeEnding = /\.(?:docx?|docm|dotx?|xlsx?|xlsm|pptx?|ppsx?|odt|ods|odp|pages|numbers|key|rtf)$/i;

/** By the first entry, or by the name. */
function isOffice(name: string, head: Buffer): boolean {
  const first = head.toString('latin1', 30, 30 + Math.min(head.length > 28 ? head.readUInt16LE(26) : 0, 60));
  return first === '[Content_Types].xml' || first === 'mimetype' || officeEnding.test(name);
}

/** HTML and SVG may contain script. */
function markupOf(name: string, text: string): 'HTML' | 'SVG' | null {
  if (/\.svgz?$/i.test(name) || /<svg[\s>]/i.test(text.slice(0, 1_000))) return 'SVG';
  return /\.x?html?$/i.test(name) ||
    /^\s*(?:<!--[^]{0,500}?-->\s*)?<(?:!doctype html|html|head|body|script)\b/i.test(text)
    ? 'HTML'
    : null;
}

/** By bytes; the name decides only for office files and texts. @param head its first `headBytes` */
export function kindOf(name: string, head: Buffer): FileKind {
  if (head.length === 0) return notShown('The file is empty.');
  // Valid anywhere in the first kilobyte.
  if (head.subarray(0, 1_024).includes('%PDF-')) return { kind: 'pdf' };
  const type = pictureType(head);
  if (type !== null) return { kind: 'picture', type };
  const video = videoType(head);
  if (video !== null) return { kind: 'video', type: video };
  const isZip = startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06');
  if (isZip) return isOffice(name, head) ? notShown('Office files are not shown here.') : { kind: 'zip' };
  if (startsWith(head, '\xd0\xcf\x11\xe0') || startsWith(head, '{\\rtf'))
    return notShown('Office files are not shown here.');
  const encoding = encodingOf(head);
  if (encoding === null) return notShown('Files of this kind are not shown here.');
  return { kind: 'text', encoding, markup: markupOf(name, head.toString('latin1')) };
}

export function markupWords(markup: 'HTML' | 'SVG'): string {
  const what = markup === 'HTML' ? 'A page in HTML' : 'A picture in SVG';
  return `${what} can run scripts, so only its source is shown here. ${download}`;
}

/** Endings of text without highlighting. */
const plainEndings = new Set(
  'txt log csv tsv tex bib env example lock gitignore gitattributes editorconfig prettierrc eslintrc babelrc npmrc nvmrc dockerignore properties conf cfg gradle bat ps1 dart swift scala pl lua jsonl graphql prisma ejs hbs pug'.split(
    ' ',
  ),
);

const endingOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const isNotebookName = (name: string): boolean => /\.ipynb$/i.test(name);

export const isSheetName = (name: string): boolean => /\.(?:csv|tsv)$/i.test(name);

/** Null for none. */
export function languageOf(name: string): string | null {
  return languageOfFileEnding(endingOf(name));
}

/** By extension, or the lack of one. */
export function isTextName(name: string): boolean {
  const ending = endingOf(name);
  return ending === '' || languageOf(name) !== null || plainEndings.has(ending);
}
