import { normalizeEmail } from '#contract/limits';
import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { applyImported, type ImportedProfile } from './imported-profiles.ts';
import { accountByEmail } from './queries.ts';

/**
 * Takes the operator's word that an address belongs to the account's holder, and gives the account what was imported
 * about the address.
 * @returns whether it was confirmed before, and the account's facts
 * @throws a 404 problem without such an account, a 409 problem when the imported batch does not fit the chosen project
 */
export async function confirmAccount(
  context: Pick<AppContext, 'database' | 'clock'>,
  address: string,
): Promise<{ email: string; wasConfirmed: boolean; before: ImportedProfile; after: ImportedProfile }> {
  const email = normalizeEmail(address);
  return context.database.transaction(async (writer) => {
    const account = await accountByEmail(writer, email);
    if (account === undefined) throw httpErrors.notFound(`There is no account with the address ${email}.`);
    const now = context.clock.now();
    const wasConfirmed = account.confirmed_at !== null;
    if (!wasConfirmed) {
      await writer.updateTable('accounts').set({ confirmed_at: now }).where('id', '=', account.id).execute();
    }
    if (account.role !== 'student') {
      const none: ImportedProfile = { batch: null, exit_score: null, grade: null };
      return { email, wasConfirmed, before: none, after: none };
    }
    const { before, after } = await applyImported(writer, account);
    if (!wasConfirmed || JSON.stringify(before) !== JSON.stringify(after)) {
      await recordAct(writer, {
        at: now,
        actorId: null,
        act: 'confirm-account',
        subject: email,
        before: { confirmed: wasConfirmed, ...before },
        after: { confirmed: true, ...after },
      });
    }
    return { email, wasConfirmed, before, after };
  });
}
