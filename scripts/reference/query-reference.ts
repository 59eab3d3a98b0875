import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CompiledQuery } from 'kysely';
import {
  compiledForIds,
  compiledQuery,
  Placeholder,
  type CompiledQueryRunner,
} from '#server/platform/database/compiled-query';
import type { Engine } from '#server/platform/database/engine';
import { openPostgres } from '#server/platform/database/postgres/postgres';
import { formatSql } from './format-sql.ts';
import { listSources } from './list-sources.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Runner = CompiledQueryRunner<never, unknown>;

function isRunner(value: unknown): value is Runner {
  return typeof value === 'function' && 'compile' in value;
}

function parameterText(value: unknown): string {
  if (value instanceof Placeholder) return `:${value.name}`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** The SQL with its parameters' names in place of `+?` (SQLite) and `$1` (PostgreSQL). */
function nameParameters({ sql, parameters }: CompiledQuery): string {
  let next = 0;
  return sql
    .replaceAll('+?', () => parameterText(parameters[next++]))
    .replace(/\$(\d+)/g, (_, number) => parameterText(parameters[Number(number) - 1]));
}

const calls = [compiledQuery, compiledForIds].map(({ name }) => ` ${name}(`);

function countCompiled(file: string): number {
  const text = readFileSync(path.join(root, file), 'utf8');
  return calls.reduce((count, call) => count + text.split(call).length - 1, 0);
}

/** The compiled queries of a file, by the names under which it exports them. */
async function readQueries(file: string): Promise<[string, Runner][]> {
  const module = (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, unknown>;
  const runners = Object.entries(module)
    .filter((entry): entry is [string, Runner] => isRunner(entry[1]))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const written = countCompiled(file);
  if (written !== runners.length) {
    throw new Error(
      `${file} makes ${written} compiled queries and exports ${runners.length}: export them all`,
    );
  }
  return runners;
}

/**
 * The SQL of each compiled query, as a page for each file that has some.
 * @returns the pages' texts by their names within docs/reference
 */
export async function writeQueryReference(sqlite: Engine): Promise<Map<string, string>> {
  // No connection is made: queries are only compiled.
  const postgres = openPostgres('postgres://localhost/none');
  const pages = new Map<string, string>();
  for (const file of listSources(root, 'src/server')) {
    if (countCompiled(file) === 0) continue;
    const parts = [`-- Written by "npm run reference" from ${file}.\n`];
    for (const [name, runner] of await readQueries(file)) {
      const onSqlite = formatSql(nameParameters(runner.compile(sqlite.reader)));
      const onPostgres = formatSql(nameParameters(runner.compile(postgres.reader)));
      parts.push(`-- ${name}\n${onSqlite};\n`);
      if (onPostgres !== onSqlite) parts.push(`-- ${name}, on PostgreSQL\n${onPostgres};\n`);
    }
    const page = path.posix
      .relative('src/server', file)
      .replace(/\.ts$/, '')
      .replace(/\/queries$/, '');
    pages.set(`queries/${page.replaceAll('/', '-')}.sql`, parts.join('\n'));
  }
  await postgres.close();
  return pages;
}
