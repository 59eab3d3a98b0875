import type { Reader, Writer } from '../platform/database/database.ts';

export async function countNotes(database: Reader, accountId: number): Promise<number> {
  const notes = database
    .selectFrom('staff_notes')
    .where('account_id', '=', accountId)
    .select((of) => of.fn.countAll<number>().as('count'));
  return Number((await notes.executeTakeFirstOrThrow()).count);
}

export async function eraseNotes(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('staff_notes').where('account_id', '=', accountId).execute();
}
