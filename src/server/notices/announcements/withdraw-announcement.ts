import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { recordAct } from '../../audit/record-act.ts';
import { setAnnouncedUntil, type Batch } from '../../courses/batch-queries.ts';
import { withdraw } from '../notify.ts';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { lastPinnedDay } from './queries.ts';

/**
 * Takes an announcement back: it leaves every screen and list, and whoever has not been mailed yet is not mailed at all. Its
 * row stays, and the audit log has who took it back.
 * @param key the request's Idempotency-Key: a repetition is answered as the first one
 * @throws 404 for one that the batch does not have, or that was taken back; 409 when the key belongs to another
 */
export async function withdrawAnnouncement(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  announcement: string,
  key: string | null,
): Promise<void> {
  const { accountId } = viewer;
  const now = clock.now();
  const id = parseId(announcement);
  const content = [batch.id, announcement];
  const request = { accountId, kind: 'announcement-withdrawal', key, content, now } as const;
  await database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const row =
        id === null
          ? undefined
          : await writer
              .updateTable('announcements')
              .set({ withdrawn_at: now })
              .where('id', '=', id)
              .where('batch_id', '=', batch.id)
              .where('withdrawn_at', 'is', null)
              .returning(['id', 'text'])
              .executeTakeFirst();
      if (row === undefined) throw httpErrors.notFound('There is no such announcement.');
      await setAnnouncedUntil(writer, batch.id, await lastPinnedDay(writer, batch.id, now));
      await recordAct(writer, {
        at: now,
        actorId: accountId,
        act: 'withdraw-announcement',
        subject: batch.name,
        before: { announcement: row.id, text: row.text },
        after: null,
      });
      await withdraw(writer, { kind: 'announcement', event: String(row.id), now });
      return row.id;
    }),
  );
}
