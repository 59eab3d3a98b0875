import { randomBytes } from 'node:crypto';
import { expressionBuilder } from 'kysely';
import type { Task } from '#contract/dates';
import { byTask, type AiUse, type Declaration } from '#contract/submissions/declaration';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';

const tables = expressionBuilder<Tables>();

/** For joins in other rooms; present those columns with `readDeclaration`. */
export const declarationsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('declarations').select(['id', 'statement', 'ai_use']).as(alias);

/** Also one that is no longer asked. */
export const declarationById = compiledQuery((db, p: { id: string }) =>
  db.selectFrom('declarations').where('id', '=', p.id).select(['statement', 'ai_use']),
);

/** Null without one. @param aiUse JSON, by task */
export function readDeclaration(statement: string | null, aiUse: string | null): Declaration | null {
  if (statement === null || aiUse === null) return null;
  return { statement, ai_use: byTask(JSON.parse(aiUse) as Partial<Record<Task, AiUse>>) };
}

/** Never changed, so that a submission sent later is kept with what its student saw. @returns its id */
export async function insertDeclaration(writer: Writer, { statement, ai_use }: Declaration): Promise<string> {
  const id = randomBytes(12).toString('base64url');
  await writer
    .insertInto('declarations')
    .values({ id, statement, ai_use: JSON.stringify(ai_use) })
    .execute();
  return id;
}
