import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, walk } from './imports.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where tables are declared: the platform's, and those of each room. */
const schemaFiles = ['src/server/platform/database/schema.ts', 'src/server/*/tables.ts'];

const membersOf = (type) => (type?.type === 'TSTypeLiteral' ? type.members : []);
const nameOf = ({ key }) => key.name ?? key.value;

/**
 * The owner of each table that a file declares in the interface `TablesByOwner`.
 * @param {string} text the file's source
 * @returns {Record<string, string>} owners by table
 * @throws {Error} when it declares none
 */
export function tableOwnersIn(text) {
  const owners = {};
  walk(parse('tables.ts', text), (node) => {
    if (node.type !== 'TSInterfaceDeclaration' || node.id.name !== 'TablesByOwner') return;
    for (const owner of node.body.body) {
      for (const table of membersOf(owner.typeAnnotation.typeAnnotation))
        owners[nameOf(table)] = nameOf(owner);
    }
  });
  if (Object.keys(owners).length === 0) throw new Error('no interface TablesByOwner with tables');
  return owners;
}

/** The owner of each table of the project. */
export const tableOwners = Object.assign(
  {},
  ...globSync(schemaFiles, { cwd: root })
    .toSorted()
    .map((file) => tableOwnersIn(readFileSync(`${root}${file}`, 'utf8'))),
);
