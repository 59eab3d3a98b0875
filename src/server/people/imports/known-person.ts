import { shownName } from '#contract/accounts/person-name';
import { batchKey } from '#contract/limits';
import type { KnownPerson } from '#contract/people/import-calls';
import { importFields, type ImportField } from '#contract/people/import-fields';
import { importedPeopleAs, peopleAs } from '../../accounts/people-queries.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import { readRow } from '../sheets/row-fields.ts';

/** An account's own details; until its email is confirmed, what is imported waits beside them. */
export async function knownPerson(
  reader: Reader,
  email: string,
): Promise<{ known: KnownPerson; accountId: number | null; isConfirmed: boolean }> {
  const imported = await reader
    .selectFrom(importedPeopleAs('imported'))
    .leftJoin(batchesAs('batch'), 'batch.id', 'imported.batch_id')
    .where('imported.email', '=', email)
    .select(['imported.name', 'imported.phone', 'imported.exit_score', 'imported.grade'])
    .select('batch.name as batch')
    .executeTakeFirst();
  const account = await reader
    .selectFrom(peopleAs('account'))
    .leftJoin(batchesAs('batch'), 'batch.id', 'account.batch_id')
    .where('account.email', '=', email)
    .where('account.role', '=', 'student')
    .select(['account.id', 'account.name', 'account.phone', 'account.exit_score', 'account.grade'])
    .select(['account.confirmed_at', 'batch.name as batch'])
    .executeTakeFirst();
  const isConfirmed = account !== undefined && account.confirmed_at !== null;
  const holder = account === undefined ? imported : { ...account, name: shownName(account.name) };
  const { batch, exit_score, grade } = (isConfirmed ? account : imported) ?? {};
  const known = {
    email,
    name: holder?.name ?? '',
    phone: holder?.phone ?? '',
    batch: batch ?? '',
    exit_score: String(exit_score ?? ''),
    grade: grade ?? '',
    has_account: account !== undefined,
  };
  return { known, accountId: account?.id ?? null, isConfirmed };
}

type Typed = { email: string } & { [Field in ImportField]?: string | undefined };

/** What is stored, in the writing that was typed where both mean the same: `60.0` and 60, or a phone with spaces. */
export function asTyped(known: KnownPerson, person: Typed): KnownPerson {
  const { batch, exit_score, ...read } = readRow(
    importFields.map((field) => person[field] ?? ''),
    importFields,
  );
  const meant = {
    ...read,
    exit_score: String(exit_score ?? ''),
    batch: batchKey(batch ?? '') === batchKey(known.batch) ? known.batch : batch,
  };
  const same = importFields.filter((field) => (meant[field] ?? '') === known[field]);
  return { ...known, ...Object.fromEntries(same.map((field) => [field, person[field] ?? ''])) };
}
