import { parse, walk } from '../check-boundaries/imports.mjs';

/** @typedef {{ text: string, line: number }} Text what people read, and where it begins */

/** Stands for a value in a text. */
const hole = '…';
const spaces = /\s+/g;
/** The shape of a drawing. */
const isShape = /^(?:[MLHVCSQTAZ][\d\s.,-]*)+$/i;
/** One lower-case word, a path or an option: a key or value of the wire. */
const isKey = /^(?:--)?[a-z][\w./…-]*(?: <\w+>)?$/;

/** @param {any} node a string, or a template @returns {string | null} */
function stringOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return null;
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join(hole);
}

/** The text of an element, with that of the elements in it; a value is a hole. */
function contentOf(node) {
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'JSXExpressionContainer') return stringOf(node.expression) ?? hole;
  return (node.children ?? []).map(contentOf).join('');
}

const holdsText = ({ children }) =>
  children.some(({ type, value }) => type === 'JSXText' && /\w/.test(value));

/** Nodes in which no string is for readers. */
const silent = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'TSLiteralType', 'ImportExpression']);
const silentAttributes = new Set(['className', 'href', 'to', 'd']);

/** @param {any} node */
function isSilent(node) {
  return (
    silent.has(node.type) ||
    (node.type === 'TaggedTemplateExpression' &&
      (node.tag.name ?? node.tag.object?.name ?? '').startsWith('sql')) ||
    (node.type === 'JSXAttribute' && silentAttributes.has(node.name.name))
  );
}

/**
 * The texts of a source file that people may read.
 * @param {string} file path, whose ending tells the language
 * @param {string} source
 * @returns {Text[]}
 */
export function textsOfSource(file, source) {
  /** @type {Text[]} */
  const texts = [];
  /** Parts of texts that are already there. */
  const seen = new Set();
  const add = (/** @type {any} */ node, /** @type {string} */ text) => {
    const line = source.slice(0, node.start).split('\n').length;
    texts.push({
      text: text
        .replaceAll(/`[^`]*`/g, hole)
        .replaceAll(spaces, ' ')
        .trim(),
      line,
    });
  };
  walk(parse(file, source), (node) => {
    if (seen.has(node)) return;
    if (isSilent(node)) return walk(node, (inner) => seen.add(inner));
    if (node.type === 'Property' && !node.computed) seen.add(node.key);
    if ((node.type === 'JSXElement' || node.type === 'JSXFragment') && holdsText(node)) {
      const parts = [node];
      for (const part of parts) {
        for (const child of part.children ?? []) {
          seen.add(child);
          parts.push(child);
          if (child.type === 'JSXExpressionContainer' && stringOf(child.expression) !== null)
            seen.add(child.expression);
        }
      }
      return add(node, contentOf(node));
    }
    const text = stringOf(node);
    if (text !== null) add(node, text);
  });
  return texts.filter(({ text }) => /[a-z]{2}/i.test(text) && !isKey.test(text) && !isShape.test(text));
}

/**
 * The sentences and table cells of a paper, without code and addresses.
 * @param {string} source Markdown
 * @returns {Text[]}
 */
export function textsOfPaper(source) {
  const blank = (/** @type {string} */ code) => code.replaceAll(/[^\n]/g, '');
  return source
    .replaceAll(/^```.*?^```/gms, blank)
    .replaceAll(/`[^`\n]*`/g, hole)
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split('\n')
    .map((text, at) => ({ text, line: at + 1 }))
    .filter(({ text }) => /[a-z]{2}/i.test(text));
}
