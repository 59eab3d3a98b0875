import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, walk } from './imports.mjs';

export const schemaFile = 'src/server/platform/database/schema.ts';

const membersOf = (type) => (type?.type === 'TSTypeLiteral' ? type.members : []);
const nameOf = ({ key }) => key.name ?? key.value;

/**
 * The owner of each table, as the type `TablesByOwner` of the schema declares them.
 * @param {string} text the schema's source
 * @returns {Record<string, string>} owners by table
 * @throws {Error} when the type is not there or names no table
 */
export function tableOwnersIn(text) {
  const owners = {};
  walk(parse(schemaFile, text), (node) => {
    if (node.type !== 'TSTypeAliasDeclaration' || node.id.name !== 'TablesByOwner') return;
    for (const owner of membersOf(node.typeAnnotation)) {
      for (const table of membersOf(owner.typeAnnotation.typeAnnotation))
        owners[nameOf(table)] = nameOf(owner);
    }
  });
  if (Object.keys(owners).length === 0) throw new Error(`${schemaFile}: no type TablesByOwner with tables`);
  return owners;
}

/** The owner of each table of the project. */
export const tableOwners = tableOwnersIn(
  readFileSync(fileURLToPath(new URL(`../../${schemaFile}`, import.meta.url)), 'utf8'),
);
