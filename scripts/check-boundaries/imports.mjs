import path from 'node:path';
import { parseSync } from 'vite';

/**
 * @typedef {{ specifier: string, isTypeOnly: boolean, line: number }} Import
 * @typedef {import('vite').ESTree.Program} Program
 */

/**
 * Parses a source file with the parser that also builds the web.
 * @param {string} file path, whose ending tells the language
 * @param {string} text
 * @returns {Program}
 * @throws {Error} for a file that it cannot read: what is not read is not checked
 */
export function parse(file, text) {
  const { program, errors } = parseSync(file, text);
  const [first] = errors;
  if (first !== undefined) throw new Error(`${file} cannot be parsed: ${first.message}`);
  return program;
}

/**
 * Calls back with every node of a syntax tree, parents first.
 * @param {unknown} node
 * @param {(node: { type: string, start: number, [key: string]: any }) => void} visit
 */
export function walk(node, visit) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const child of node) walk(child, visit);
    return;
  }
  if ('type' in node && typeof node.type === 'string') visit(/** @type {any} */ (node));
  for (const child of Object.values(node)) walk(child, visit);
}

/** The text of a string literal, or of a template without parts to fill in; null for anything else. */
export function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return null;
}

/** The number of the line on which an offset lies, from 1. */
export function lineOf(text, offset) {
  return text.slice(0, offset).split('\n').length;
}

/** What a node imports: its source, and whether only types come of it; null for other nodes. */
function importOf(node) {
  switch (node.type) {
    case 'ImportDeclaration':
      return { source: node.source, isTypeOnly: node.importKind === 'type' };
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.source === null ? null : { source: node.source, isTypeOnly: node.exportKind === 'type' };
    case 'ImportExpression':
      return { source: node.source, isTypeOnly: false };
    case 'TSImportType':
      return { source: node.source, isTypeOnly: true };
    default:
      return null;
  }
}

/**
 * Every import of a file, of whichever form: `import`, `export … from`, `import()` and `import('…')` as a type.
 * @param {Program} program
 * @param {string} text what was parsed
 * @returns {Import[]}
 */
export function importsOf(program, text) {
  const imports = [];
  walk(program, (node) => {
    const found = importOf(node);
    const specifier = textOf(found?.source);
    if (found === null || specifier === null) return;
    imports.push({ specifier, isTypeOnly: found.isTypeOnly, line: lineOf(text, node.start) });
  });
  return imports;
}

/** The folders behind the names in `imports` of package.json. */
const aliases = {
  '#contract/': 'src/contract/',
  '#server/': 'src/server/',
  '#cli/': 'src/cli/',
  '#web/': 'src/web/',
  '#support/': 'tests/support/',
};

/**
 * The project's file that a specifier names.
 * @param {string} file that imports, from the project's root
 * @param {string} specifier
 * @param {ReadonlySet<string>} [files] that there are, to tell .ts and .tsx apart
 * @returns {string | null} null for a package
 */
export function resolve(file, specifier, files = new Set()) {
  const [bare = ''] = specifier.split('?');
  if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(file), bare);
  const [alias, folder] = Object.entries(aliases).find(([name]) => bare.startsWith(name)) ?? [];
  if (alias === undefined) return null;
  const target = `${folder}${bare.slice(alias.length)}`;
  if (/\.(tsx?|mjs|css)$/.test(target)) return target;
  return files.has(`${target}.tsx`) ? `${target}.tsx` : `${target}.ts`;
}
