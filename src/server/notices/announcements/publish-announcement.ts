import { dayMs } from '#contract/durations';
import { firstLine } from '#contract/excerpt';
import { limits } from '#contract/limits';
import { plainTextOf } from '#contract/plain-text';
import { studentsToNotify, unreadNoticesOf } from '../../accounts/queries.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { type Batch, setAnnouncedUntil } from '../../courses/batch-queries.ts';
import { notify, withdraw } from '../notify.ts';
import type { AppContext } from '../../platform/context.ts';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import { makeOnce, once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { instantOfDay, instantOfLocal, localText } from '../../platform/zoned-time.ts';
import { announcementById, lastPinnedDay, type SentRow, pinnedFor } from './queries.ts';
import { parseId } from '../../platform/parse-id.ts';
import { readNotices } from '../read-notices.ts';

/**
 * Records a student's view and reads its notice. A crash may lose it.
 * @returns the number of unread notices
 * @throws 404 for one that is not pinned for the student
 */
export async function seeAnnouncement(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, batch }: Viewer,
  announcement: string,
): Promise<number> {
  const now = clock.now();
  const id = parseId(announcement);
  const pinned =
    batch === null ? [] : await pinnedFor(database.reader, { batchId: batch.id, accountId, now });
  const row = pinned.find((one) => one.id === id);
  if (row === undefined) throw httpErrors.notFound('There is no such announcement.');
  if (row.seenBy === null) {
    await database.nonDurableTransaction((writer) =>
      writer
        .insertInto('announcement_views')
        .values({ announcement_id: row.id, account_id: accountId })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }
  await readNotices(database, accountId, { about: `announcement:${row.id}` }, now);
  return unreadNoticesOf(database.reader, accountId);
}

function endOfDay(day: string, zone: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const noon = instantOfLocal({ year, month, day: date, second: 12 * 3_600 }, zone);
  return instantOfDay(noon + dayMs, zone) - 1;
}

/**
 * Pins a text for a batch's students until the end of a day in the academy's zone, and mails it.
 * @param until `YYYY-MM-DD`
 * @throws 400 for a day that is over, or too far away; 409 for a reused key
 */
export async function publishAnnouncement(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  { text, until }: { text: string; until: string },
  key: string | null,
): Promise<SentRow> {
  const { accountId } = viewer;
  const now = clock.now();
  const pinnedUntil = endOfDay(until, settings.academyZone);
  const today = localText(now, settings.academyZone).slice(0, until.length);
  if (pinnedUntil < now) throw httpErrors.badRequest(`Choose today (${today}) or a later day.`);
  if (pinnedUntil > now + limits.announcementDays * dayMs)
    throw httpErrors.badRequest(`An announcement can be pinned for at most ${limits.announcementDays} days.`);
  const content = [batch.id, text, until];
  const request = { accountId, kind: 'announcement', key, content, now } as const;
  const id = await database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const students = await studentsToNotify(writer, batch.id, settings);
      const row = await writer
        .insertInto('announcements')
        .values({
          batch_id: batch.id,
          author_id: accountId,
          text,
          created_at: now,
          pinned_until: pinnedUntil,
          withdrawn_at: null,
          told: students.length,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await setAnnouncedUntil(writer, batch.id, await lastPinnedDay(writer, batch.id, now));
      await recordAuditEvent(writer, {
        at: now,
        actorId: accountId,
        act: 'publish-announcement',
        subject: batch.name,
        after: { announcement: row.id, text, until },
      });
      await notify(writer, {
        kind: 'announcement',
        event: String(row.id),
        accounts: students,
        about: `announcement:${row.id}`,
        text: `${viewer.name} announces: ${firstLine(plainTextOf(text, markdownHtml(text)))}`,
        href: '/StudentDashboard#announcements',
        now,
      });
      return row.id;
    }),
  );
  const [row] = await announcementById(database.reader, { id });
  if (row === undefined) throw new Error(`announcement ${id} is gone`);
  return row;
}

/**
 * Withdraws an announcement: it disappears, and unsent mails are cancelled. Its row and audit line stay.
 * @throws 404 for an unknown or withdrawn one; 409 for a reused key
 */
export async function withdrawAnnouncement(
  context: Pick<AppContext, 'database' | 'clock'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  announcement: string,
  key: string | null,
): Promise<void> {
  const { accountId } = viewer;
  const id = parseId(announcement);
  const content = [batch.id, announcement];
  const request = { accountId, kind: 'announcement-withdrawal', key, content } as const;
  await once(context, request, async (writer, now) => {
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
    await recordAuditEvent(writer, {
      at: now,
      actorId: accountId,
      act: 'withdraw-announcement',
      subject: batch.name,
      before: { announcement: row.id, text: row.text },
    });
    await withdraw(writer, { kind: 'announcement', event: String(row.id), now });
    return row.id;
  });
}
