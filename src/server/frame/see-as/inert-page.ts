import { escapeHtml } from '#contract/escape-html';

/** React writes no `<` or `>` into text and attributes, so each match is an element. */
const changedTags =
  /<(\/?)(a|button|form|input|link|script|select|textarea)(?=[\s/>])((?:[^<>"]|"[^"]*")*)>/gi;
const attributes = /\s+([\w:-]+)(?:="([^"]*)")?/g;
const scriptEnd = /<\/script\s*>/gi;
const buttonEnd = /<\/button\s*>/gi;

const sending = ['action', 'method', 'enctype', 'form', 'formaction', 'type', 'name', 'value'];
const leading = ['href', 'target', 'rel', 'download', 'class'];
/** Of fields: these are buttons, or hold what a form sends. */
const unseenFields = new Set(['hidden', 'submit', 'image', 'button', 'reset', 'file']);
/** What only scripts and the installed app need. */
const unusedLinks = new Set(['modulepreload', 'manifest', 'prefetch']);

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};
const unescaped = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#x27|#39);/g, (one) => entities[one] as string);

/** The attributes of a tag, as written. */
class Attributes {
  #all: readonly { name: string; text: string; value: string }[];

  constructor(text: string) {
    this.#all = Array.from(text.matchAll(attributes), ([text, name = '', value = '']) => ({
      text,
      name: name.toLowerCase(),
      value,
    }));
  }

  valueOf(name: string): string | undefined {
    return this.#all.find((one) => one.name === name)?.value;
  }

  without(names: readonly string[]): string {
    return this.#all.flatMap(({ name, text }) => (names.includes(name) ? [] : [text])).join('');
  }
}

/** Of what only shows something on a click, the words stay. */
const startOf = (name: string, given: Attributes): string | null => {
  if (name === 'script') return null;
  if (name === 'button')
    return given.valueOf('data-readable') === undefined ? null : `<span${given.without(sending)}>`;
  if (name === 'form') return `<div${given.without(sending)}>`;
  if (name === 'link') return unusedLinks.has(given.valueOf('rel') ?? '') ? '' : `<link${given.without([])}>`;
  if (name === 'input' && unseenFields.has((given.valueOf('type') ?? '').toLowerCase())) return '';
  return `<${name}${given.without(['disabled', 'form'])} disabled="">`;
};

const ends: Readonly<Record<string, string>> = { form: '</div>', button: '</span>', script: '' };

/**
 * A rendered page in which nothing can be sent: without scripts, buttons and hidden fields; its forms are blocks, its
 * fields disabled.
 * @param linkOf where a link leads; null makes it plain text
 */
export function makeInert(html: string, linkOf: (href: string) => string | null): string {
  let inert = '';
  let from = 0;
  /** Whether the open link is plain text now. */
  let isPlain = false;

  function startLink(given: Attributes): string {
    const href = given.valueOf('href');
    isPlain = false;
    if (href === undefined) return `<a${given.without([])}>`;
    const link = linkOf(unescaped(href));
    isPlain = link === null;
    return link === null
      ? `<span${given.without(leading)}>`
      : `<a href="${escapeHtml(link)}"${given.without(['href'])}>`;
  }

  changedTags.lastIndex = 0;
  for (let tag = changedTags.exec(html); tag !== null; tag = changedTags.exec(html)) {
    const [whole, slash, written = '', rest = ''] = tag;
    const name = written.toLowerCase();
    inert += html.slice(from, tag.index);
    from = changedTags.lastIndex;
    if (slash === '/') {
      inert += name === 'a' && isPlain ? '</span>' : (ends[name] ?? whole);
      continue;
    }
    const given = new Attributes(rest);
    const start = name === 'a' ? startLink(given) : startOf(name, given);
    if (start !== null) {
      inert += start;
      continue;
    }
    const end = name === 'script' ? scriptEnd : buttonEnd;
    end.lastIndex = from;
    from = end.exec(html) === null ? html.length : end.lastIndex;
    changedTags.lastIndex = from;
  }
  return inert + html.slice(from);
}
