import { createRequire } from 'node:module';
import type { MarkdownIt } from 'markdown-it';
import { parseUrl } from '#contract/parse-url';
import { linkAddresses, type RendererClass } from '#contract/small-markdown';

const require = createRequire(import.meta.url);

type Tokens = ReturnType<MarkdownIt['parse']>;
type Token = Tokens[number];

/** All else stays text. */
const rules = {
  core: ['normalize', 'block', 'inline', 'text_join'],
  block: ['list', 'paragraph'],
  inline: ['text', 'address', 'newline', 'escape', 'emphasis', 'field', 'link', 'autolink'],
  inline2: ['balance_pairs', 'emphasis', 'fragments_join'],
};
const maxNesting = 12;
const mostAddresses = 20;

let configured: MarkdownIt | undefined;

function markdown(): MarkdownIt {
  if (configured !== undefined) return configured;
  const Renderer = require('markdown-it') as RendererClass;
  const renderer = new Renderer('zero', { html: false, breaks: true, maxNesting });
  linkAddresses(renderer, mostAddresses);
  renderer.inline.ruler.before('link', 'field', (state, silent) => {
    const field = /^\{(\w+)\}/.exec(state.src.slice(state.pos, state.pos + 40));
    if (field === null) return false;
    if (!silent) state.push('field', '', 0).content = field[1] ?? '';
    state.pos += field[0].length;
    return true;
  });
  renderer.core.ruler.enableOnly(rules.core);
  renderer.block.ruler.enableOnly(rules.block);
  renderer.inline.ruler.enableOnly(rules.inline);
  renderer.inline.ruler2.enableOnly(rules.inline2);
  // Others are found, to refuse them by name; `mailHtmlOf` writes none.
  renderer.validateLink = () => true;
  configured = renderer;
  return renderer;
}

/** A field within an address would let its value decide where a link leads. */
function isUsableLink(href: string): boolean {
  if (/[{}]|%7[BD]/i.test(href)) return false;
  return /^mailto:[^\s@]+@[^\s@]+$/i.test(href) || (/^https?:\/\//i.test(href) && parseUrl(href) !== null);
}

const hrefOf = (token: Token): string => String(token.attrGet('href') ?? '');

export const parseMailText = (body: string): Tokens => markdown().parse(body, {});

/** The first address of a link that cannot be used; null for none. */
export function unusableLink(body: string): string | null {
  for (const { children } of parseMailText(body))
    for (const token of children ?? [])
      if (token.type === 'link_open' && !isUsableLink(hrefOf(token))) return hrefOf(token);
  return null;
}

type Values = Readonly<Record<string, string>>;

/** One line of text; '' for a field of a later version. */
const valueOf = (values: Values, name: string): string =>
  oneLine(Object.hasOwn(values, name) ? (values[name] ?? '') : '');
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function copyOf(token: Token, content: string, type = 'text'): Token {
  return Object.assign(Object.create(Object.getPrototypeOf(token)) as Token, token, { type, content });
}

/** Text tokens in place of fields, so that no value is read as Markdown or as another field. */
function fillLine(tokens: Tokens, values: Values): Tokens {
  const filled: Tokens = [];
  for (const token of tokens) {
    const value = token.type === 'field' ? valueOf(values, token.content) : null;
    const before = filled.at(-1);
    if (value === null) filled.push(token);
    else if (value !== '') filled.push(copyOf(token, value));
    else if (before?.type === 'text') filled.splice(-1, 1, copyOf(before, before.content.replace(/ $/, '')));
  }
  const [first] = filled;
  if (first?.type === 'text') filled[0] = copyOf(first, first.content.trimStart());
  return filled;
}

const isEmpty = (line: Tokens): boolean =>
  line.every(({ type, content }) => type !== 'text' || content.trim() === '');

/** Without paragraphs that are empty once filled. */
export function fillMailText(tokens: Tokens, values: Values): Tokens {
  const filled: Tokens = [];
  let isDropped = false;
  for (const token of tokens) {
    if (isDropped && token.type === 'paragraph_close') {
      isDropped = false;
      continue;
    }
    if (token.type !== 'inline') {
      filled.push(token);
      continue;
    }
    const children = fillLine(token.children ?? [], values);
    isDropped = filled.at(-1)?.type === 'paragraph_open' && isEmpty(children);
    if (isDropped) filled.pop();
    else filled.push(Object.assign(copyOf(token, '', 'inline'), { children }));
  }
  return filled;
}

/** Attributes of elements, with inline styles: mail programs drop others. */
export type MailStyles = { paragraph: string; list: string; link: string };

export function mailHtmlOf(tokens: Tokens, styles: MailStyles): string {
  const { utils } = markdown();
  const open: Record<string, (token: Token) => string> = {
    paragraph_open: ({ hidden }) => (hidden ? '' : `<p ${styles.paragraph}>`),
    paragraph_close: ({ hidden }) => (hidden ? '' : '</p>\n'),
    bullet_list_open: () => `<ul ${styles.list}>\n`,
    bullet_list_close: () => '</ul>\n',
    ordered_list_open: (token) => `<ol start="${Number(token.attrGet('start') ?? 1)}" ${styles.list}>\n`,
    ordered_list_close: () => '</ol>\n',
    list_item_open: () => '<li>',
    list_item_close: () => '</li>\n',
    text: ({ content }) => utils.escapeHtml(content),
    softbreak: () => '<br>\n',
    hardbreak: () => '<br>\n',
    em_open: () => '<em>',
    em_close: () => '</em>',
    strong_open: () => '<strong>',
    strong_close: () => '</strong>',
    link_open(token) {
      const href = hrefOf(token);
      return isUsableLink(href) ? `<a href="${utils.escapeHtml(href)}" ${styles.link}>` : '<a>';
    },
    link_close: () => '</a>',
  };
  const write = (all: Tokens): string =>
    all
      .map((token) =>
        token.type === 'inline' ? write(token.children ?? []) : (open[token.type]?.(token) ?? ''),
      )
      .join('');
  return write(tokens).trim();
}

function lineText(tokens: Tokens): string {
  let text = '';
  let link = { href: '', from: 0 };
  for (const token of tokens) {
    if (token.type === 'text') text += token.content;
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n';
    else if (token.type === 'link_open') link = { href: hrefOf(token), from: text.length };
    else if (token.type === 'link_close' && isUsableLink(link.href)) {
      const label = text.slice(link.from);
      if (label !== link.href && `mailto:${label}` !== link.href) text += ` (${link.href})`;
    }
  }
  return text;
}

export function mailPlainTextOf(tokens: Tokens): string {
  let text = '';
  /** Of each open list, its next number; null for signs. */
  const lists: (number | null)[] = [];
  for (const token of tokens) {
    if (token.type === 'inline') text += lineText(token.children ?? []);
    else if (token.type === 'paragraph_close') text += token.hidden ? '\n' : '\n\n';
    else if (token.type === 'bullet_list_open') lists.push(null);
    else if (token.type === 'ordered_list_open') lists.push(Number(token.attrGet('start') ?? 1));
    else if (token.type === 'list_item_open') {
      const number = lists.at(-1) ?? null;
      if (number !== null) lists.splice(-1, 1, number + 1);
      text += `${'  '.repeat(lists.length - 1)}${number === null ? '-' : `${number}.`} `;
    } else if (token.type.endsWith('_list_close')) {
      lists.pop();
      if (lists.length === 0) text += '\n';
    }
  }
  return text.replaceAll(/\n{3,}/g, '\n\n').trim();
}

/** In one pass, so that no value is read as a field. */
export function fillSubject(subject: string, values: Values): string {
  return oneLine(
    subject.replaceAll(/( ?)\{(\w+)\}/g, (_, blank: string, name: string) => {
      const value = valueOf(values, name);
      return value === '' ? '' : blank + value;
    }),
  );
}
