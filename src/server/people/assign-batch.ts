import { forgetTypedBatch, replaceImportedBatch, writeProfile } from '../accounts/imported-profiles.ts';
import { notifyHolder } from '../accounts/own-account/notify-holder.ts';
import { requireAccount, trustUnconfirmed } from '../accounts/queries.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { batchById, batchByName, placementRefusal, type NamedBatch } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { refuseOtherCourse } from '../selections/insert-selection.ts';

/**
 * Mails a student who changes batch.
 * @param change.actorId null for the operator
 * @returns the batches' names before and after
 * @throws 409 for staff, for an archived batch, and when the student's project is of another course
 */
export async function placeStudent(
  writer: Writer,
  context: Pick<AppContext, 'settings'>,
  {
    account,
    batch,
    actorId,
    now,
  }: {
    account: { id: number; email: string; role: string; batch_id: number | null };
    batch: NamedBatch;
    actorId: number | null;
    now: number;
  },
): Promise<{ before: string | null; after: string }> {
  const { id, email } = account;
  if (account.role !== 'student') throw httpErrors.conflict(`${email} is a ${account.role}, not a student.`);
  const refusal = account.batch_id === batch.id ? null : placementRefusal(batch);
  if (refusal !== null) throw httpErrors.conflict(refusal);
  // Or confirmation would apply the imported batch.
  await replaceImportedBatch(writer, email, batch.id);
  await forgetTypedBatch(writer, id);
  await trustUnconfirmed(writer, id);
  const previous = account.batch_id === null ? null : await batchById(writer, account.batch_id);
  const placed = { before: previous?.name ?? null, after: batch.name };
  if (account.batch_id === batch.id) return placed;
  await refuseOtherCourse(writer, id, batch);
  await writeProfile(writer, id, { batch_id: batch.id });
  await recordAuditEvent(writer, {
    at: now,
    actorId,
    act: 'place-student',
    subject: email,
    aboutId: id,
    before: { batch: placed.before },
    after: { batch: placed.after },
  });
  const placing =
    placed.before === null
      ? `placed you in batch ${batch.name}`
      : `moved you from batch ${placed.before} to ${batch.name}`;
  await notifyHolder(writer, context, id, {
    subject: `You are in batch ${batch.name}`,
    lead: `The office has ${placing}.`,
    now,
    by: 'office',
  });
  return placed;
}

/** @throws 404 for an unknown student or batch, 409 as above */
export async function assignBatch(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  address: string,
  batchName: string,
): Promise<{ email: string; before: string | null; after: string }> {
  return context.database.transaction(async (writer) => {
    const account = await requireAccount(writer, address);
    const batch = await batchByName(writer, batchName);
    const change = { account, batch, actorId: null, now: context.clock.now() };
    return { email: account.email, ...(await placeStudent(writer, context, change)) };
  });
}
