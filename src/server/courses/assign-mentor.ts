import { nameKey } from '#contract/fold-text';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

type Mentor = { id: number; name: string };

/**
 * A row with the mentor's name and no account becomes the account's.
 * @throws a 409 error when the name belongs to another mentor of the batch
 */
export async function assignMentor(
  writer: Writer,
  batch: { id: number; name: string },
  mentor: Mentor,
): Promise<void> {
  const rows = await writer
    .selectFrom('batch_mentors')
    .where('batch_id', '=', batch.id)
    .select(['id', 'account_id', 'name'])
    .execute();
  if (rows.some((row) => row.account_id === mentor.id)) return;
  const sameName =
    rows.find(({ name }) => name === mentor.name) ??
    rows.find(({ name }) => nameKey(name) === nameKey(mentor.name));
  if (sameName === undefined) {
    await writer
      .insertInto('batch_mentors')
      .values({ batch_id: batch.id, name: mentor.name, account_id: mentor.id })
      .execute();
  } else if (sameName.account_id === null) {
    await writer
      .updateTable('batch_mentors')
      .set({ account_id: mentor.id, name: mentor.name })
      .where('id', '=', sameName.id)
      .execute();
  } else {
    throw httpErrors.conflict(
      `${batch.name} has another mentor named ${mentor.name}; enter a different name.`,
    );
  }
}

export async function assignMentorByName(writer: Writer, mentor: Mentor): Promise<void> {
  await writer
    .updateTable('batch_mentors')
    .set({ account_id: mentor.id })
    .where('name', '=', mentor.name)
    .execute();
}

/** @throws a 409 error when the name belongs to another mentor of a batch */
export async function renameMentor(writer: Writer, accountId: number, name: string): Promise<void> {
  const rows = await writer
    .selectFrom('batch_mentors')
    .innerJoin('batches', 'batches.id', 'batch_mentors.batch_id')
    .where('batch_mentors.account_id', '=', accountId)
    .where('batch_mentors.name', '!=', name)
    .select(['batch_mentors.id', 'batches.id as batchId', 'batches.name as batch'])
    .execute();
  for (const { id, batchId, batch } of rows) {
    const sameName = await writer
      .selectFrom('batch_mentors')
      .where('batch_id', '=', batchId)
      .where('name', '=', name)
      .select(['id', 'account_id'])
      .executeTakeFirst();
    if (sameName !== undefined && sameName.account_id !== null) {
      throw httpErrors.conflict(`${batch} has another mentor named ${name}; enter a different name.`);
    }
    if (sameName !== undefined)
      await writer.deleteFrom('batch_mentors').where('id', '=', sameName.id).execute();
    await writer.updateTable('batch_mentors').set({ name }).where('id', '=', id).execute();
  }
}
