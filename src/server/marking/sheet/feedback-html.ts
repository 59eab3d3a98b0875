import { escapeHtml } from '#contract/escape-html';

/** Moodle reads and writes feedback as HTML. Blanks are kept, so that `textOfHtml` gives the same text. */
export function htmlOfText(text: string): string {
  if (text === '') return '';
  const escaped = escapeHtml(text)
    .replaceAll('\u00A0', '&#160;')
    .replaceAll('\t', '&#9;')
    .replaceAll(/(?<=^|\n| ) | (?=\n|$)/g, '&nbsp;');
  return escaped
    .split(/(?<!\n)\n\n/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('');
}

const tag =
  /<\/?(?:a|b|blockquote|br|code|del|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/i;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi;
const pieces = /<![^<>]*>|<(\/?)([a-z][a-z\d]*)((?:\s[^<>]*)?)>|[^<]+|</gi;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  hellip: '…',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  rdquo: '”',
  rsquo: '’',
};

function characterOf(written: string): string {
  const name = written.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return named[name] ?? written;
  const point = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point).toWellFormed() : '';
}

const blocks = new Set('p div blockquote pre hr ul ol table h1 h2 h3 h4 h5 h6'.split(' '));
const hidden = new Set(['style', 'script', 'title', 'xml']);

const attribute = (attributes: string, name: string): string =>
  (new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes) ?? [])
    .slice(1)
    .find((value) => value !== undefined)
    ?.replaceAll(entity, characterOf) ?? '';

/** Its words, lines, lists and links. A text without markup stays as it is. */
export function textOfHtml(html: string): string {
  const isTagged = tag.test(html);
  if (!isTagged) return html.replaceAll(entity, characterOf);
  let text = '';
  let link = '';
  let within = '';
  /** Between two blocks is an empty line, none at the ends. */
  let isBlockDue = false;
  /** At a line's end it is not shown. */
  let isBlankDue = false;
  const add = (some: string): void => {
    if (isBlockDue && text !== '') text += '\n\n';
    else if (isBlankDue && some !== '\n') text += ' ';
    isBlockDue = false;
    isBlankDue = false;
    text += some;
  };
  const addWords = (source: string): void => {
    const words = source.replaceAll(/[ \t\r\n]+/g, ' ');
    const shown = words.trim().replaceAll(entity, characterOf);
    isBlankDue ||= words.startsWith(' ') && text !== '' && !/[ \n]$/.test(text.slice(-1));
    if (shown === '') return;
    add(shown);
    isBlankDue = words.endsWith(' ');
  };
  for (const [piece, closing, element = '', attributes = ''] of html.matchAll(pieces)) {
    const name = element.toLowerCase();
    const opens = closing === '';
    if (within !== '') {
      if (!opens && name === within) within = '';
    } else if (name === '') {
      if (!piece.startsWith('<!')) addWords(piece);
    } else if (hidden.has(name)) within = opens ? name : '';
    else if (blocks.has(name)) {
      // A break at a block's end shows nothing.
      if (!isBlockDue && text.endsWith('\n')) text = text.slice(0, -1);
      isBlockDue = true;
    } else if (name === 'br') add('\n');
    else if (name === 'li' && opens) {
      if (!isBlockDue && text !== '') add('\n');
      add('- ');
    } else if (name === 'tr' && !opens) add('\n');
    else if ((name === 'td' || name === 'th') && !opens) isBlankDue = true;
    else if (name === 'img') add(attribute(attributes, 'alt'));
    else if (name === 'a' && opens) link = attribute(attributes, 'href');
    else if (name === 'a') {
      if (link !== '' && !text.endsWith(link)) add(` (${link})`);
      link = '';
    } else if (!tag.test(piece)) add(piece);
  }
  return text;
}
