import { sql, type Selectable } from 'kysely';
import type { Reader, Writer } from './database.ts';
import type { Tables } from './schema.ts';

type Column<Name extends keyof Tables> = keyof Tables[Name] & string;

type PersonalTable<Name extends keyof Tables> = {
  /** With the account's id or address: one is enough. */
  owner: Column<Name> | readonly Column<Name>[];
  /** Somebody else, such as the author. */
  by?: Column<Name> | readonly Column<Name>[];
  /**
   * Removes rows, or replaces columns that are not null. `keep`: numbers, instants, trigger-kept values.
   * `itself`: a function of the room erases.
   */
  erase: 'delete' | 'keep' | 'itself' | Partial<Selectable<Tables[Name]>>;
  /** For the person's own export. */
  export?: readonly Column<Name>[];
};

/** Every table with a column about somebody; a test finds missing ones. */
export type PersonalTables = { readonly [Name in keyof Tables]?: PersonalTable<Name> };

export const platformPersonal: PersonalTables = {
  idempotency_keys: { owner: 'account_id', erase: 'delete' },
  outbox: { owner: 'recipient', erase: 'itself' },
};

type Declared = { owner: string | readonly string[]; erase: unknown; export?: readonly string[] };

/** Idempotent. */
export async function erasePersonalRows(
  writer: Writer,
  tables: PersonalTables,
  accountId: number,
): Promise<void> {
  for (const [name, { owner, erase }] of Object.entries(tables) as [string, Declared][]) {
    if (erase === 'keep' || erase === 'itself') continue;
    const table = sql.table(name);
    const own = sql.join(
      [owner].flat().map((column) => sql`${sql.ref(column)} = ${accountId}`),
      sql` or `,
    );
    if (erase === 'delete') {
      await sql`delete from ${table} where ${own}`.execute(writer);
      continue;
    }
    const columns = Object.entries(erase as Record<string, string | null>);
    const replaced = columns.map(([column, value]) =>
      value === null
        ? sql`${sql.ref(column)} = null`
        : sql`${sql.ref(column)} = case when ${sql.ref(column)} is null then null else ${sql.lit(value)} end`,
    );
    const texts = columns.filter(([, value]) => value !== null);
    const isLeft = (texts.length > 0 ? texts : columns).map(([column, value]) =>
      value === null ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(column)} <> ${value}`,
    );
    await sql`update ${table} set ${sql.join(replaced)} where (${own}) and (${sql.join(isLeft, sql` or `)})`.execute(
      writer,
    );
  }
}

export async function exportPersonalRows(
  reader: Reader,
  tables: PersonalTables,
  name: keyof Tables,
  accountId: number,
): Promise<Record<string, unknown>[]> {
  const { owner, export: columns = [] } = tables[name] as Declared;
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
    where ${sql.ref(String(owner))} = ${accountId}`.execute(reader);
  return rows;
}

export async function countPersonalRows(
  reader: Reader,
  tables: PersonalTables,
  names: readonly (keyof Tables)[],
  accountId: number,
): Promise<number> {
  let count = 0;
  for (const name of names) {
    const { owner } = tables[name] as Declared;
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} where ${sql.ref(String(owner))} = ${accountId}`.execute(
      reader,
    );
    count += Number(rows[0]?.count);
  }
  return count;
}

/** For columns that require a text. */
export const removedWords = 'Removed on request.';
export const removedFileName = 'removed';
export const anonymousName = 'Anonymised person';
