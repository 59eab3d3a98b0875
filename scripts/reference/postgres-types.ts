import { postgresDdl } from '#server/platform/database/ddl';
import { steps } from '#server/platform/database/migrate';
import { recordStatements } from '../check-migrations/record-statements.ts';
import { atComma, splitOutside } from './format-sql.ts';

/** @returns each column's type in PostgreSQL, by `table.column` */
export async function readPostgresTypes(): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  const statements: string[] = [];
  for (const make of Object.values(steps)) statements.push(...(await recordStatements(make(postgresDdl))));
  for (const sql of statements) {
    const created = /^create table "(\w+)" \((.*)\)$/s.exec(sql);
    const added = /^alter table "(\w+)" add column (.*)$/s.exec(sql);
    const [, table = '', columns = ''] = created ?? added ?? [];
    for (const column of splitOutside(columns, atComma)) {
      const [, name, type] = /^"(\w+)" (double precision|\w+)/.exec(column) ?? [];
      if (name !== undefined && type !== undefined) types.set(`${table}.${name}`, type);
    }
  }
  return types;
}
