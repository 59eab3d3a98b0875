import { attachmentAddress, isPicture, shownSize, type AttachmentView } from './attachment-view.ts';
import { escapeHtml } from '../escape-html.ts';

/** As the renderer escapes: quotes stand in double-quoted attributes alone. */
const escaped = (text: string): string => escapeHtml(text).replaceAll('&#x27;', "'");

/** What may be attached, in words. */
export const attachable =
  'pictures (PNG, JPEG, WebP, GIF) of at most 5 MB, and texts and logs of at most 1 MB';

/** The form of an attachment's id. */
const id = '[0-9A-Z]{26}';
/** A mark in a text, beginning where it is looked for; its label has no brackets and no line break. */
const mark = `(!?)\\[([^\\[\\]\\n]{0,300})\\]\\(attachment:(${id})\\)`;

/** The mark that a text begins with at a place. */
export function attachmentMarkAt(text: string, place: number) {
  const here = new RegExp(mark, 'y');
  here.lastIndex = place;
  const found = here.exec(text);
  if (found === null) return null;
  const [{ length }, sign, label = '', of = ''] = found;
  return { length, label, id: of, isPicture: sign === '!' };
}

/** What stands for an attachment in a text, with its name for a label that may be changed. */
export function attachmentMark(attachment: Pick<AttachmentView, 'id' | 'name' | 'type'>): string {
  const label = attachment.name.replaceAll(/[[\]\n]/g, ' ').trim();
  return `${isPicture(attachment) ? '!' : ''}[${label}](attachment:${attachment.id})`;
}

/** The ids of the attachments that a text names, each once. */
export function attachmentIdsIn(text: string): string[] {
  if (!text.includes('](attachment:')) return [];
  return [...new Set(Array.from(text.matchAll(new RegExp(mark, 'g')), ([, , , of]) => of as string))];
}

/** What somebody who writes without a name has to know of the files of a text; nothing where it has none. */
export const namesOfFilesNote = (text: string): string =>
  attachmentIdsIn(text).length === 0 ? '' : 'Classmates see what your files are called.';

/** A text with nothing but the labels of its marks, for where it is quoted as it was typed. */
export function withoutAttachmentMarks(text: string): string {
  return text.includes('](attachment:') ? text.replaceAll(new RegExp(mark, 'g'), '$2') : text;
}

/** A size in words, as `formatBytes` of the screens has it. */
function inWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return bytes < 1_047_552 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** What the renderer writes in the place of a mark: nothing that a browser loads or follows. */
export function placeOfAttachment(of: { id: string; label: string; isPicture: boolean }): string {
  return `<a data-${of.isPicture ? 'picture' : 'attachment'}="${of.id}">${escaped(of.label)}</a>`;
}

const place = new RegExp(`<a data-(picture|attachment)="(${id})">([^<]*)</a>`, 'g');

function fill(kind: string, attachment: AttachmentView, label: string): string {
  const opened = `<a href="${attachmentAddress(attachment.id)}" target="_blank" rel="noopener noreferrer"`;
  const name = label === '' ? escaped(attachment.name) : label;
  if (!isPicture(attachment)) return `${opened} download>${name}</a> (${inWords(attachment.bytes)})`;
  if (kind === 'attachment') return `${opened}>${name}</a>`;
  const { width, height } = attachment;
  const size = width === undefined || height === undefined ? null : shownSize({ width, height });
  const kept = size === null ? '' : ` width="${size.width}" height="${size.height}"`;
  return `${opened}><img alt="${name}" src="${attachmentAddress(attachment.id)}"${kept} loading="lazy" decoding="async"></a>`;
}

/**
 * Puts attachments in their places in what the renderer has written. Of ids that are not among them the labels stay: whoever
 * writes a text can name any id, and is shown no more for it.
 * @param html of `makeMarkdown`
 * @param known the attachments that belong to the text, by their ids; without them labels alone
 * @param missing what is said behind the label of one that is not among them
 */
export function fillAttachments(
  html: string,
  known: { get(id: string): AttachmentView | undefined } | null = null,
  missing = ' (not there)',
): string {
  if (!html.includes('<a data-')) return html;
  return html.replaceAll(place, (_, kind: string, of: string, label: string) => {
    const attachment = known?.get(of);
    if (attachment !== undefined) return fill(kind, attachment, label);
    return known === null ? label : label + missing;
  });
}
