import { studentsToNotify } from '../../accounts/queries.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { type Batch, setAnnouncedUntil } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { notify, readersOf, updateNoticeText, withdraw } from '../notify.ts';
import {
  aboutOf,
  announcementOf,
  editedMeanwhile,
  eventOf,
  noticeText,
  pinnedUntilOf,
  type Words,
} from './publish-announcement.ts';
import { lastPinnedDay, pinnedIn, type SentRow } from './queries.ts';

/**
 * Edits a pinned announcement. Other words, or another day, count as unseen and are told to students who had
 * seen the former ones, or were mailed them.
 * @param original the text that was edited; undefined is not compared
 * @throws 400 for a day that is over, or too far away; 404 for one that is not pinned; 409 for a reused key,
 * and for one that somebody else has edited
 */
export async function editAnnouncement(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  { id: announcement, text, until, day, original }: Words & { id: string; original?: string | undefined },
  key: string | null,
): Promise<SentRow> {
  const { accountId } = viewer;
  const { database, settings } = context;
  const content = [batch.id, announcement, text, until, ...(day === undefined ? [] : [day])];
  const request = { accountId, kind: 'announcement-edit', key, content } as const;
  const id = await once(context, request, async (writer, now) => {
    const pinned_until = pinnedUntilOf(until, now, settings.academyZone);
    const pinned = await pinnedIn(writer, { batchId: batch.id, now });
    const before = pinned.find((one) => one.id === parseId(announcement));
    if (before === undefined) throw httpErrors.notFound('There is no such announcement.');
    const isReworded = text !== before.text || (day !== undefined && day !== before.day);
    const edits = before.edits + (isReworded ? 1 : 0);
    const edited = await writer
      .updateTable('announcements')
      .set({
        text,
        pinned_until,
        edits,
        ...(day !== undefined && { day }),
        ...(isReworded && { seen_by: 0 }),
      })
      .where('id', '=', before.id)
      .where('text', '=', original ?? before.text)
      .where('edits', '=', before.edits)
      .returning('id')
      .execute();
    if (edited.length === 0) throw editedMeanwhile();
    await setAnnouncedUntil(writer, batch.id, await lastPinnedDay(writer, batch.id, now));
    await recordAuditEvent(writer, {
      at: now,
      actorId: accountId,
      act: 'edit-announcement',
      subject: batch.name,
      before: { announcement: before.id, text: before.text, ...(day !== undefined && { day: before.day }) },
      after: { text, until, ...(day !== undefined && { day }) },
    });
    if (!isReworded) return before.id;
    const viewers = await writer
      .deleteFrom('announcement_views')
      .where('announcement_id', '=', before.id)
      .returning('account_id')
      .execute();
    const events = Array.from({ length: edits }, (_, edit) => eventOf(before.id, edit));
    const announced = noticeText(before.authorName, 'announces', text);
    const reworded = noticeText(viewer.name, 'edited an announcement', text);
    for (const [edit, event] of events.entries()) {
      const words = edit === 0 ? announced : reworded;
      await updateNoticeText(writer, { kind: 'announcement', event, text: words });
    }
    // After the locks of the update: mails that were being sent have the former words.
    const noticed = await readersOf(writer, { kind: 'announcement', events });
    const had = new Set([...viewers.map(({ account_id }) => account_id), ...noticed]);
    const present = await studentsToNotify(writer, batch.id, settings);
    await notify(writer, {
      kind: 'announcement',
      event: eventOf(before.id, edits),
      accounts: present.filter((account) => had.has(account)),
      ...aboutOf(before.id, batch.name),
      text: reworded,
      now,
    });
    return before.id;
  });
  return announcementOf(database.reader, id);
}

/**
 * Unsent mails are cancelled; the row and the audit line stay.
 * @throws 404 for an unknown or withdrawn one; 409 for a reused key
 */
export async function withdrawAnnouncement(
  context: Pick<AppContext, 'database' | 'clock'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  announcement: string,
  key: string | null,
): Promise<void> {
  const { accountId } = viewer;
  const content = [batch.id, announcement];
  const request = { accountId, kind: 'announcement-withdrawal', key, content } as const;
  await once(context, request, async (writer, now) => {
    const row = await writer
      .updateTable('announcements')
      .set({ withdrawn_at: now })
      .where('id', '=', parseId(announcement) ?? 0)
      .where('batch_id', '=', batch.id)
      .where('withdrawn_at', 'is', null)
      .returning(['id', 'text', 'edits'])
      .executeTakeFirst();
    if (row === undefined) throw httpErrors.notFound('There is no such announcement.');
    await setAnnouncedUntil(writer, batch.id, await lastPinnedDay(writer, batch.id, now));
    await recordAuditEvent(writer, {
      at: now,
      actorId: accountId,
      act: 'withdraw-announcement',
      subject: batch.name,
      before: { announcement: row.id, text: row.text },
    });
    for (let edit = 0; edit <= row.edits; edit++)
      await withdraw(writer, { kind: 'announcement', event: eventOf(row.id, edit), now });
  });
}
