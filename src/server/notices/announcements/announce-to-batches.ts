import { announceToBatches as call } from '#contract/notices/announcement-calls';
import { absent, mentoredBatchNamed, staff } from '../../accounts/policy.ts';
import { lockAccounts } from '../../accounts/queries.ts';
import { act } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import { refusedFor } from '../../platform/http/http-errors.ts';
import { notify } from '../notify.ts';
import { insertPlan } from './planned-announcements.ts';
import { insertAnnouncement, pinnedUntilOf } from './publish-announcement.ts';

/** In one order, so that two announcements cannot deadlock. @throws 403 or 404 that names the batch */
async function ownBatches(reader: Reader, viewer: Viewer, names: readonly string[]): Promise<Batch[]> {
  const own = new Map<number, Batch>();
  for (const name of names) {
    const batch = await mentoredBatchNamed(viewer, name, reader);
    if (batch === undefined) throw refusedFor(name, absent(viewer, 'There is no batch with this name.'));
    own.set(batch.id, batch);
  }
  return [...own.values()].toSorted((a, b) => a.id - b.id);
}

/** Each batch gets its own announcement, or a planned one; all of them, or none. */
export const announceToBatches = act(call, {
  who: staff,
  async run(writer, { context: { settings }, viewer, body, now }) {
    const batches = await ownBatches(writer, viewer, body.batches);
    const { text, until, day = null, publish_at } = body;
    const { accountId: id, name } = viewer;
    const at = { now, settings };
    if (publish_at !== undefined) {
      const plan = { text, until, day, publish_at };
      const audit = [];
      for (const batch of batches)
        audit.push((await insertPlan(writer, { batch, authorId: id, plan }, at)).audit);
      return { id, audit };
    }
    const pinnedUntil = pinnedUntilOf(until, now, settings.academyZone);
    const made = [];
    for (const batch of batches)
      made.push(
        await insertAnnouncement(writer, { batch, author: { id, name }, text, day, pinnedUntil }, at),
      );
    await lockAccounts(
      writer,
      made.flatMap(({ notification }) => notification.accounts),
    );
    for (const { notification } of made) await notify(writer, notification);
    return { id, audit: made.map(({ audit }) => audit) };
  },
});
