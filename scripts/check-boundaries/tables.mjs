import { lineOf, textOf, walk } from './imports.mjs';

/** Methods of Kysely whose first argument is a table, or a list of them. */
const methods = new Set([
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'from',
  'using',
]);

const namesInSql = /\b(?:from|join|into|update|table)\s+"?([a-z_]+)"?/gi;

/** Table names of one argument: `'t'`, `'t as alias'`, a list of these. */
function namesIn(argument) {
  if (argument?.type === 'ArrayExpression') return argument.elements.flatMap(namesIn);
  const text = textOf(argument);
  return text === null ? [] : [text.trim().split(/\s+as\s+/i)[0]];
}

function tablesOfNode(node) {
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    return methods.has(node.callee.property.name) ? namesIn(node.arguments[0]) : [];
  }
  if (node.type === 'TaggedTemplateExpression' && /^sql\b/.test(node.tag.name ?? '')) {
    const text = node.quasi.quasis.map(({ value }) => value.cooked).join(' ? ');
    return [...text.matchAll(namesInSql)].map(([, name]) => name.toLowerCase());
  }
  return [];
}

/**
 * The tables that a file's queries name.
 * @param {import('./imports.mjs').Program} program
 * @param {string} text what was parsed
 * @param {ReadonlySet<string>} known names of all tables
 * @returns {{ table: string, line: number }[]}
 */
export function tablesOf(program, text, known) {
  const found = [];
  walk(program, (node) => {
    for (const table of tablesOfNode(node)) {
      if (known.has(table)) found.push({ table, line: lineOf(text, (node.callee?.property ?? node).start) });
    }
  });
  return found;
}

/** Whether a file's queries are looked at: the product's own, without migrations and tests. */
export function isQuerying(file) {
  return (
    /^src\/(server|cli)\//.test(file) &&
    !file.includes('/database/migrations/') &&
    !/\.test\.tsx?$/.test(file)
  );
}

/** Rooms that join the tables of another: marks are read with the submissions that they are for, never the reverse. */
const sharing = { marking: 'submissions' };

/**
 * Queries of tables that belong to somebody else.
 * @param {Map<string, { table: string, line: number }[]>} reads what each file's queries name
 * @param {Record<string, string>} owners the owner of each table
 * @returns {string[]} one line for each table in each file
 */
export function foreignTables(reads, owners) {
  const amiss = [];
  for (const [file, tables] of reads) {
    const reported = new Set();
    for (const { table, line } of tables) {
      const owner = owners[table];
      const room = file.split('/')[2];
      if (room === owner || sharing[room] === owner || reported.has(table)) continue;
      reported.add(table);
      const where =
        owner === 'platform' ? 'a function of src/server/platform' : `src/server/${owner}/queries.ts`;
      amiss.push(`${file}:${line}: names the table "${table}" of "${owner}"; read it through ${where}`);
    }
  }
  return amiss;
}
