import { httpErrors } from '../platform/http/http-errors.ts';
import type { Writer } from '../platform/database/database.ts';

/** What an operator may know about a student; null is not known. */
export type ImportedProfile = { batch: string | null; exit_score: number | null; grade: string | null };

type Waiting = { batch_id: number | null; exit_score: number | null; grade: string | null };

/** What is known afterwards: what is not given stays as it is. */
export function mergeImportedProfile<F extends ImportedProfile | Waiting>(before: F, given: F): F {
  return Object.fromEntries(
    Object.entries(before).map(([field, value]) => [field, given[field as keyof F] ?? value]),
  ) as F;
}

/**
 * Gives an account whose address is confirmed what was imported about the address. Whoever confirms an address calls
 * it in the same change.
 * @returns the account's facts before and after
 * @throws a 409 problem when the imported batch is of another course than the project that the student has chosen
 */
export async function applyImported(
  writer: Writer,
  account: { id: number; email: string },
): Promise<{ before: ImportedProfile; after: ImportedProfile }> {
  const columns = ['batch_id', 'exit_score', 'grade'] as const;
  const before = await writer
    .selectFrom('accounts')
    .where('id', '=', account.id)
    .select(columns)
    .executeTakeFirstOrThrow();
  const waiting = await writer
    .selectFrom('imported_people')
    .where('email', '=', account.email)
    .select(columns)
    .executeTakeFirst();
  const after = waiting === undefined ? before : mergeImportedProfile<Waiting>(before, waiting);
  if (after.batch_id !== null && after.batch_id !== before.batch_id) {
    await refuseOtherCourse(writer, account.id, after.batch_id);
  }
  await writer.updateTable('accounts').set(after).where('id', '=', account.id).execute();
  return { before: await inWords(writer, before), after: await inWords(writer, after) };
}

async function inWords(writer: Writer, { batch_id, ...facts }: Waiting): Promise<ImportedProfile> {
  if (batch_id === null) return { batch: null, ...facts };
  const { name } = await writer
    .selectFrom('batches')
    .where('id', '=', batch_id)
    .select('name')
    .executeTakeFirstOrThrow();
  return { batch: name, ...facts };
}

/** A choice is for good: whoever has chosen a project stays in batches of its course. */
export async function refuseOtherCourse(writer: Writer, accountId: number, batchId: number): Promise<void> {
  const chosen = await writer
    .selectFrom('selections')
    .innerJoin('projects', 'projects.id', 'selections.project_id')
    .innerJoin('courses', 'courses.id', 'projects.course_id')
    .where('selections.account_id', '=', accountId)
    .select(['projects.id', 'projects.course_id', 'courses.name as course'])
    .executeTakeFirst();
  if (chosen === undefined) return;
  const batch = await writer
    .selectFrom('batches')
    .where('id', '=', batchId)
    .select(['name', 'course_id'])
    .executeTakeFirstOrThrow();
  if (batch.course_id !== chosen.course_id) throw httpErrors.conflict(otherCourse(chosen, batch.name));
}

/** Why a student cannot move to a batch. */
export function otherCourse(chosen: { id: string; course: string }, batch: string): string {
  return `the student has chosen ${chosen.id} of "${chosen.course}" and cannot move to ${batch}, a batch of another course`;
}
