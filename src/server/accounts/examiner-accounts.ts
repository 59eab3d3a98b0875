import { expressionBuilder } from 'kysely';
import type { Tables } from '../platform/database/schema.ts';

/** For joins in later rooms; `removed_at` null: examines. */
export const examinersAs = <Alias extends string>(alias: Alias) =>
  expressionBuilder<Tables>()
    .selectFrom('examiner_accounts')
    .select(['account_id', 'invited_at', 'removed_at'])
    .as(alias);
