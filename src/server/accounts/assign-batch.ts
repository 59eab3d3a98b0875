import { batchKey, normalizeEmail } from '#contract/limits';
import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { refuseOtherCourse } from './imported-profiles.ts';
import { accountByEmail } from './queries.ts';

const namesShown = 20;

/** The batch of a name, without regard to case and spaces; @throws a 404 problem that lists the newest ones */
export async function batchByName(
  database: Reader,
  name: string,
): Promise<{ id: number; name: string; course_id: number }> {
  const batch = await database
    .selectFrom('batches')
    .where('name_key', '=', batchKey(name))
    .select(['id', 'name', 'course_id'])
    .executeTakeFirst();
  if (batch !== undefined) return batch;
  const known = await database
    .selectFrom('batches')
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(namesShown)
    .select('name')
    .execute();
  const names = known.map((row) => row.name).join(', ') || 'none yet (import batches.yaml)';
  throw httpErrors.notFound(`There is no batch "${name}"; known: ${names}.`);
}

/**
 * Puts a student into a batch, whether waiting for placement or not.
 * @returns the batches' names before and after
 * @throws a 404 problem for an unknown student or batch, a 409 problem when the student's project is of another course
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
    await writer
      .updateTable('imported_people')
      .set({ batch_id: batch.id })
      .where('email', '=', email)
      .where('batch_id', 'is not', null)
      .execute();
    const former = await writer
      .selectFrom('batches')
      .where('id', '=', account.batch_id)
      .select('name')
      .executeTakeFirst();
    const placed = { email, before: former?.name ?? null, after: batch.name };
    if (account.batch_id === batch.id) return placed;
    await refuseOtherCourse(writer, account.id, batch.id);
    await writer.updateTable('accounts').set({ batch_id: batch.id }).where('id', '=', account.id).execute();
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
