import { normalizeEmail } from '#contract/limits';
import {
  readImportedProfile,
  writeProfile,
  forgetTypedBatch,
  type ImportedProfile,
  type StoredProfile,
} from '../accounts/imported-profiles.ts';
import { accountByEmail, accountToConfirm, markConfirmed } from '../accounts/queries.ts';
import { recordAct } from '../audit/record-act.ts';
import { batchById } from '../batches/queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { fitsChoice, refuseOtherCourse } from '../selections/refuse-other-course.ts';

/**
 * Takes the operator's word that an address belongs to the account's holder, and gives the account what was imported
 * about the address.
 * @returns whether it was confirmed before, and the account's profile
 * @throws a 404 error without such an account, a 409 error when the imported batch does not fit the chosen project
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
    if (!wasConfirmed) await markConfirmed(writer, account.id, now);
    if (account.role !== 'student') {
      const none: ImportedProfile = { batch: null, exit_score: null, grade: null };
      return { email, wasConfirmed, before: none, after: none };
    }
    const { before, after } = await applyImportedProfile(writer, account);
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

/**
 * Confirms an address because its holder has opened a link that was sent there; nothing where it is confirmed. An imported
 * batch of another course than the chosen project's does not hinder it: the student stays where the project is.
 */
export async function confirmHolder(writer: Writer, accountId: number, now: number): Promise<void> {
  const account = await accountToConfirm(writer, accountId);
  if (account.confirmed_at !== null) return;
  await markConfirmed(writer, accountId, now);
  if (account.role !== 'student') return;
  const { before, after } = await applyImportedProfile(writer, account, { movesOnlyIfFit: true });
  await recordAct(writer, {
    at: now,
    actorId: accountId,
    act: 'confirm-own-address',
    subject: account.email,
    before: { confirmed: false, ...before },
    after: { confirmed: true, ...after },
  });
}

/**
 * @param options.movesOnlyIfFit whether an imported batch that does not fit is left out
 * @throws a 409 error when the imported batch is of another course than the project that the student has chosen
 */
async function applyImportedProfile(
  writer: Writer,
  account: { id: number; email: string },
  { movesOnlyIfFit = false } = {},
): Promise<{ before: ImportedProfile; after: ImportedProfile }> {
  const { before, after } = await readImportedProfile(writer, account);
  if (after.batch_id !== null && after.batch_id !== before.batch_id) {
    const batch = await batchById(writer, after.batch_id);
    if (movesOnlyIfFit && !(await fitsChoice(writer, account.id, batch))) after.batch_id = before.batch_id;
    else {
      await refuseOtherCourse(writer, account.id, batch);
      await forgetTypedBatch(writer, account.id);
    }
  }
  await writeProfile(writer, account.id, after);
  return { before: await withBatchName(writer, before), after: await withBatchName(writer, after) };
}

async function withBatchName(
  writer: Writer,
  { batch_id, ...known }: StoredProfile,
): Promise<ImportedProfile> {
  return { batch: batch_id === null ? null : (await batchById(writer, batch_id)).name, ...known };
}
