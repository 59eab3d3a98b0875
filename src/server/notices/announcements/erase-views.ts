import type { Writer } from '../../platform/database/database.ts';

/** Forgets which announcements somebody has had in view; how many have is a count, and stays. */
export async function eraseViews(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('announcement_views').where('account_id', '=', accountId).execute();
}
