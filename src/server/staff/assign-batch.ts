import { normalizeEmail } from '#contract/limits';
import { forgetTypedBatch, replaceImportedBatch, writeProfile } from '../accounts/imported-profiles.ts';
import { accountByEmail, trustUnconfirmed } from '../accounts/queries.ts';
import { recordAct } from '../audit/record-act.ts';
import { batchById, batchByName } from '../batches/queries.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { refuseOtherCourse } from '../selections/refuse-other-course.ts';

/**
 * Puts a student into a batch, whether waiting for placement or not.
 * @returns the batches' names before and after
 * @throws a 404 error for an unknown student or batch, a 409 error when the student's project is of another course
 */
export async function assignBatch(
  context: Pick<AppContext, 'database' | 'clock'>,
  address: string,
  batchName: string,
): Promise<{ email: string; before: string | null; after: string }> {
  const email = normalizeEmail(address);
  return context.database.transaction(async (writer) => {
    const account = await accountByEmail(writer, email);
    if (account === undefined) throw httpErrors.notFound(`There is no account with the address ${email}.`);
    if (account.role !== 'student')
      throw httpErrors.conflict(`${email} is a ${account.role}, not a student.`);
    const batch = await batchByName(writer, batchName);
    // What was imported waits for the confirmation; it must not undo this placement then.
    await replaceImportedBatch(writer, email, batch.id);
    // What was typed at signup is settled: neither the office nor the student need look at it any more.
    await forgetTypedBatch(writer, account.id);
    // The office has looked at who this is.
    await trustUnconfirmed(writer, account.id);
    const previous = account.batch_id === null ? null : await batchById(writer, account.batch_id);
    const placed = { email, before: previous?.name ?? null, after: batch.name };
    if (account.batch_id === batch.id) return placed;
    await refuseOtherCourse(writer, account.id, batch);
    await writeProfile(writer, account.id, { batch_id: batch.id });
    await recordAct(writer, {
      at: context.clock.now(),
      actorId: null,
      act: 'place-student',
      subject: email,
      before: { batch: placed.before },
      after: { batch: placed.after },
    });
    return placed;
  });
}
