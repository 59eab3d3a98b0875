import { attachmentAddress, isPicture, shownSize, type AttachmentView } from './attachment-view.ts';
import { escapeHtml } from '../escape-html.ts';

/** As the renderer, which keeps single quotes. */
const escaped = (text: string): string => escapeHtml(text).replaceAll('&#x27;', "'");

export const attachable =
  'pictures (PNG, JPEG, WebP, GIF) of at most 5 MB, and texts and logs of at most 1 MB';

const id = '[0-9A-Z]{26}';
/** At `lastIndex`; labels have no brackets or line breaks. */
const mark = `(!?)\\[([^\\[\\]\\n]{0,300})\\]\\(attachment:(${id})\\)`;

export function attachmentMarkAt(text: string, place: number) {
  const here = new RegExp(mark, 'y');
  here.lastIndex = place;
  const found = here.exec(text);
  if (found === null) return null;
  const [{ length }, sign, label = '', of = ''] = found;
  return { length, label, id: of, isPicture: sign === '!' };
}

export function attachmentMark(attachment: Pick<AttachmentView, 'id' | 'name' | 'type'>): string {
  const label = attachment.name.replaceAll(/[[\]\n]/g, ' ').trim();
  return `${isPicture(attachment) ? '!' : ''}[${label}](attachment:${attachment.id})`;
}

export function attachmentIdsIn(text: string): string[] {
  if (!text.includes('](attachment:')) return [];
  return [...new Set(Array.from(text.matchAll(new RegExp(mark, 'g')), ([, , , of]) => of as string))];
}

/** A warning for anonymous posts; '' without files. */
export const namesOfFilesNote = (text: string): string =>
  attachmentIdsIn(text).length === 0 ? '' : 'Classmates can see the names of your files.';

/** Marks become their labels. */
export function withoutAttachmentMarks(text: string): string {
  return text.includes('](attachment:') ? text.replaceAll(new RegExp(mark, 'g'), '$2') : text;
}

/** As screens' `formatBytes`. */
function inWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return bytes < 1_047_552 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** Browsers neither load nor follow it. */
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
 * Unknown ids show labels only, since texts can name any.
 * @param html of `makeMarkdown`
 * @param known by id; null shows labels only
 * @param missing appended to an unknown one's label
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
