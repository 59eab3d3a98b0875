import { sql } from 'kysely';
import type { AppContext } from '#server/platform/context';

/** A colleague has renamed every batch and course and corrected every email, and the operator has changed settings. */
export async function renameAll({ database, settings }: AppContext): Promise<void> {
  await database.transaction(async (writer) => {
    for (const { id, name_key } of await writer.selectFrom('batches').select(['id', 'name_key']).execute()) {
      await writer.insertInto('former_batch_names').values({ name_key, batch_id: id }).execute();
      const renamed = { name: `Renamed ${id}`, name_key: `renamed${id}` };
      await writer.updateTable('batches').set(renamed).where('id', '=', id).execute();
    }
    await writer
      .updateTable('courses')
      .set({ name: sql`'Renamed ' || id` })
      .execute();
    const people = await writer
      .selectFrom('accounts')
      .where('anonymised_at', 'is', null)
      .select(['id', 'email', 'former_emails'])
      .execute();
    for (const { id, email, former_emails } of people) {
      const former = [...(JSON.parse(former_emails ?? '[]') as string[]), email];
      await writer.insertInto('former_emails').values({ email, account_id: id, left_at: 1 }).execute();
      await writer
        .updateTable('accounts')
        .set({ email: `renamed${id}@example.test`, former_emails: JSON.stringify(former) })
        .where('id', '=', id)
        .execute();
    }
  });
  Object.assign(settings, { smtpUrl: null, frameHosts: [] });
}
