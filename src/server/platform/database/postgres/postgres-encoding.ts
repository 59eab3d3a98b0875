import { sql } from 'kysely';
import type { Engine } from '../engine.ts';

export class NotUtf8 extends Error {
  constructor(encoding: string) {
    super(
      `whose encoding is ${encoding}, which cannot keep every name and text; make one by: create database NAME encoding 'UTF8' template template0`,
    );
  }
}

/** @throws NotUtf8 */
export async function requireUtf8(reader: Engine['reader']): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(reader);
  const encoding = rows[0]?.server_encoding ?? 'unknown';
  if (encoding !== 'UTF8') throw new NotUtf8(encoding);
}
