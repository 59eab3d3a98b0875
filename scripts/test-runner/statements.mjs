import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A statement that the product has run: its text, and the line of the product that asked for it.
 * @typedef {{ engine: 'sqlite' | 'postgres', sql: string, site: string }} Statement
 */

/** A statement's text without what only differs between the engines, or by the number of values. */
function normalise(sql) {
  return sql
    .replaceAll('+?', '?')
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/ for (?:share|update)\b| collate "C"| overriding system value/g, '')
    .replaceAll(/\((?:\?|null)(?:, (?:\?|null))*\)(?:, \((?:\?|null)(?:, (?:\?|null))*\))*/g, '(…)')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** PostgreSQL has no such tables: what reads them is written for SQLite alone. */
const ownToSqlite = /\b(?:sqlite_|pragma_)\w+/;

/** One statement for each table, set of columns or number of words: it is enough that the line was reached. */
const madeByTable =
  /^src\/server\/(?:operations\/(?:journal\/(?:ship-changes|journal-row)|backups\/load-rows)|people\/queries)\.ts:/;

/**
 * What SQLite was asked for and PostgreSQL never was. Where a line writes its SQL for each engine, no text of it is the same
 * on both: then it is enough that the line was reached on PostgreSQL.
 * @param {Statement[]} statements
 * @returns {string[]} each missing statement with its place
 */
export function missingOnPostgres(statements) {
  const of = (engine) => statements.filter((statement) => statement.engine === engine);
  const onPostgres = of('postgres');
  const texts = new Set(onPostgres.map(({ sql }) => normalise(sql)));
  const reached = new Set(onPostgres.map(({ site }) => site));
  const onSqlite = of('sqlite')
    .filter(({ sql }) => !ownToSqlite.test(sql))
    .map(({ sql, site }) => ({ text: normalise(sql), site }));
  const isShared = ({ text, site }) => texts.has(text) && !madeByTable.test(site);
  const shared = new Set(onSqlite.filter(isShared).map(({ site }) => site));
  const missing = onSqlite.filter(
    ({ text, site }) => !texts.has(text) && (shared.has(site) || !reached.has(site)),
  );
  return [...new Set(missing.map(({ text, site }) => `${site}: ${text}`))].sort();
}

/** @returns {Statement[]} what all workers of a run have written */
export function readStatements(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  );
}
