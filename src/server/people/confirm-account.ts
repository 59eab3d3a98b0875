import {
  forgetTypedBatch,
  type ImportedProfile,
  readImportedProfile,
  type StoredProfile,
  writeProfile,
} from '../accounts/imported-profiles.ts';
import { notifyHolder } from '../accounts/own-account/notify-holder.ts';
import {
  accountById,
  lockAccount,
  markConfirmed,
  requireAccount,
  unconfirmedOfBatch,
} from '../accounts/queries.ts';
import { recordAuditEvent, recordOwnAuditEvent } from '../audit/record-audit-event.ts';
import { batchById, batchByName } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { HttpError } from '../platform/http/http-errors.ts';
import { fitsChoice, refuseOtherCourse } from '../selections/insert-selection.ts';

type Confirmed = { wasConfirmed: boolean; before: ImportedProfile; after: ImportedProfile };

/**
 * By the office or operator: applies imported data and mails the holder.
 * @param change.actorId null for the operator
 * @param change.movesOnlyIfFit skips an imported batch that does not fit the project
 * @param change.tells false sends no mail
 * @throws 409 when that batch is of another course than the project
 */
export async function confirmByOffice(
  writer: Writer,
  context: Pick<AppContext, 'settings'>,
  {
    account,
    actorId,
    now,
    movesOnlyIfFit = false,
    tells = true,
  }: {
    account: { id: number; email: string; role: string; confirmed_at: number | null };
    actorId: number | null;
    now: number;
    movesOnlyIfFit?: boolean;
    tells?: boolean;
  },
): Promise<Confirmed> {
  const { id, email } = account;
  const wasConfirmed = account.confirmed_at !== null;
  if (!wasConfirmed) await markConfirmed(writer, id, now);
  const none: ImportedProfile = { batch: null, exit_score: null, grade: null };
  const { before, after } =
    account.role === 'student'
      ? await applyImportedProfile(writer, account, { movesOnlyIfFit })
      : { before: none, after: none };
  if (!wasConfirmed || JSON.stringify(before) !== JSON.stringify(after)) {
    await recordAuditEvent(writer, {
      at: now,
      actorId,
      act: 'confirm-account',
      subject: email,
      aboutId: id,
      before: { confirmed: wasConfirmed, ...before },
      after: { confirmed: true, ...after },
    });
  }
  if (!wasConfirmed && tells) {
    await notifyHolder(writer, context, id, {
      subject: 'Your email is confirmed',
      lead: 'The office has confirmed this email. You do not need to do anything.',
      now,
      by: 'office',
    });
  }
  return { wasConfirmed, before, after };
}

/** @throws 404 without an account, 409 as above */
export async function confirmAccount(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  address: string,
): Promise<Confirmed & { email: string }> {
  return context.database.transaction(async (writer) => {
    const account = await requireAccount(writer, address);
    const change = { account, actorId: null, now: context.clock.now() };
    return { email: account.email, ...(await confirmByOffice(writer, context, change)) };
  });
}

/** By mailed link; skips an imported batch that does not fit the project. */
export async function confirmHolder(writer: Writer, accountId: number, now: number): Promise<void> {
  const account = await accountById(writer, accountId);
  if (account.confirmed_at !== null) return;
  await markConfirmed(writer, accountId, now);
  if (account.role !== 'student') return;
  const { before, after } = await applyImportedProfile(writer, account, { movesOnlyIfFit: true });
  await recordOwnAuditEvent(writer, {
    at: now,
    accountId,
    act: 'confirm-own-address',
    subject: account.email,
    before: { confirmed: false, ...before },
    after: { confirmed: true, ...after },
  });
}

/**
 * @param options.movesOnlyIfFit skips an imported batch that does not fit
 * @throws 409 when it is of another course than the project
 */
async function applyImportedProfile(
  writer: Writer,
  account: { id: number; email: string },
  { movesOnlyIfFit = false } = {},
): Promise<{ before: ImportedProfile; after: ImportedProfile }> {
  const { before, after } = await readImportedProfile(writer, account);
  if (after.batch_id !== null && after.batch_id !== before.batch_id) {
    // A choice at the same time is seen here, or sees this batch.
    await lockAccount(writer, account.id);
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

/**
 * By the operator, each in its own transaction, so that a refusal holds up nobody.
 * @returns the batch, and who is confirmed or refused and why
 * @throws 404 for an unknown batch
 */
export async function confirmBatch(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  batchName: string,
): Promise<{ batch: string; confirmed: string[]; refused: { email: string; reason: string }[] }> {
  const { reader } = context.database;
  const batch = await batchByName(reader, batchName);
  const confirmed: string[] = [];
  const refused: { email: string; reason: string }[] = [];
  for (const email of await unconfirmedOfBatch(reader, batch.id)) {
    try {
      await confirmAccount(context, email);
      confirmed.push(email);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      refused.push({ email, reason: error.message });
    }
  }
  return { batch: batch.name, confirmed, refused };
}
