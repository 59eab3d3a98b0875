import { batchIds } from '../batches/queries.ts';
import type { Writer } from '../platform/database/database.ts';
import { differingFields } from '../platform/import-files/plan.ts';
import type { ImportedProfile } from './imported-profiles.ts';

export type PersonWrite = {
  email: string;
  waiting: { before: ImportedProfile | null; after: ImportedProfile };
  /** The account that the profile reaches at once; null while there is none whose address is confirmed. */
  account: { id: number; before: ImportedProfile; after: ImportedProfile } | null;
};

const atOnce = 500;

/** Writes what was imported, and the accounts that it reaches. Batches are named by their key and exist by now. */
export async function writePeople(
  writer: Writer,
  writes: readonly PersonWrite[],
  now: number,
): Promise<void> {
  const ids = await batchIds(writer);
  const columns = ({ batch, ...known }: ImportedProfile) => ({
    batch_id: batch === null ? null : (ids.get(batch) as number),
    ...known,
  });
  for (let from = 0; from < writes.length; from += atOnce) {
    const page = writes.slice(from, from + atOnce);
    await writer
      .insertInto('imported_people')
      .values(page.map(({ email, waiting }) => ({ email, ...columns(waiting.after), imported_at: now })))
      .onConflict((conflict) =>
        conflict.column('email').doUpdateSet((row) => ({
          batch_id: row.ref('excluded.batch_id'),
          exit_score: row.ref('excluded.exit_score'),
          grade: row.ref('excluded.grade'),
          imported_at: row.ref('excluded.imported_at'),
        })),
      )
      .execute();
  }
  // Accounts with the same profile afterwards go together: a whole batch in a few statements.
  const together = new Map<string, { profile: ImportedProfile; ids: number[] }>();
  for (const { account } of writes) {
    if (account === null || differingFields(account.before, account.after).length === 0) continue;
    const key = JSON.stringify(account.after);
    const group = together.get(key) ?? { profile: account.after, ids: [] };
    group.ids.push(account.id);
    together.set(key, group);
  }
  for (const { profile, ids: accounts } of together.values()) {
    for (let from = 0; from < accounts.length; from += atOnce) {
      await writer
        .updateTable('accounts')
        // A batch that the office names settles what was typed at signup.
        .set({ ...columns(profile), ...(profile.batch !== null && { typed_batch: null }) })
        .where('id', 'in', accounts.slice(from, from + atOnce))
        .execute();
    }
  }
}
