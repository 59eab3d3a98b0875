import { dayMs } from '#contract/durations';
import { firstLine } from '#contract/excerpt';
import { limits } from '#contract/limits';
import { plainTextOf } from '#contract/plain-text';
import { studentsToNotify, unreadNoticesOf } from '../../accounts/queries.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { type Batch, setAnnouncedUntil } from '../../courses/batch-queries.ts';
import { notify, updateNoticeText, withdraw } from '../notify.ts';
import type { AppContext } from '../../platform/context.ts';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { makeOnce, once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { localText, readLocal } from '../../platform/zoned-time.ts';
import { announcementById, lastPinnedDay, type SentRow, pinnedFor, pinnedIn } from './queries.ts';
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

export type Words = { text: string; until: string };

/**
 * @returns the end of the last pinned day
 * @throws 400 for a day that is over, or too far away
 */
export function pinnedUntilOf(until: string, now: number, zone: string): number {
  const end = readLocal(until, zone, 'end');
  const today = localText(now, zone).slice(0, 10);
  if (end < now) throw httpErrors.badRequest(`Choose today (${today}) or a later day.`);
  if (end > now + limits.announcementDays * dayMs)
    throw httpErrors.badRequest(`An announcement can be pinned for at most ${limits.announcementDays} days.`);
  return end;
}

const aboutOf = (id: number) => ({
  about: `announcement:${id}`,
  href: '/StudentDashboard#announcements',
});

const noticeText = (name: string, did: string, text: string) =>
  `${name} ${did}: ${firstLine(plainTextOf(text, markdownHtml(text)))}`;

async function announcementOf(reader: Reader, id: number): Promise<SentRow> {
  const [row] = await announcementById(reader, { id });
  if (row === undefined) throw new Error(`announcement ${id} is gone`);
  return row;
}

export type NewAnnouncement = {
  batch: Pick<Batch, 'id' | 'name'>;
  author: { id: number; name: string };
  text: string;
  pinnedUntil: number;
};

/** Publishes it, in the transaction of the request. @returns its id */
export async function insertAnnouncement(
  writer: Writer,
  { batch, author, text, pinnedUntil }: NewAnnouncement,
  { now, settings }: { now: number; settings: AppContext['settings'] },
): Promise<number> {
  const students = await studentsToNotify(writer, batch.id, settings);
  const { id } = await writer
    .insertInto('announcements')
    .values({
      batch_id: batch.id,
      author_id: author.id,
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
    actorId: author.id,
    act: 'publish-announcement',
    subject: batch.name,
    after: { announcement: id, text, until: localText(pinnedUntil, settings.academyZone).slice(0, 10) },
  });
  await notify(writer, {
    kind: 'announcement',
    event: eventOf(id, 0),
    accounts: students,
    ...aboutOf(id),
    text: noticeText(author.name, 'announces', text),
    now,
  });
  return id;
}

/**
 * Pins a text for a batch's students until the end of a day in the academy's zone, and mails it.
 * @param until `YYYY-MM-DD`
 * @throws 400 for a day that is over, or too far away; 409 for a reused key
 */
export async function publishAnnouncement(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  { text, until }: Words,
  key: string | null,
): Promise<SentRow> {
  const { accountId } = viewer;
  const now = clock.now();
  const pinnedUntil = pinnedUntilOf(until, now, settings.academyZone);
  const content = [batch.id, text, until];
  const request = { accountId, kind: 'announcement', key, content, now } as const;
  const id = await database.transaction((writer) =>
    makeOnce(writer, request, () => {
      const author = { id: accountId, name: viewer.name };
      return insertAnnouncement(writer, { batch, author, text, pinnedUntil }, { now, settings });
    }),
  );
  return announcementOf(database.reader, id);
}

/** The event of a publication or an edit. */
const eventOf = (id: number, edit: number) => (edit === 0 ? String(id) : `${id}:${edit}`);

/**
 * Edits a pinned announcement. Other words count as unseen; students who had seen the former ones are notified.
 * @param original the text that was edited; undefined is not compared
 * @throws 400 for a day that is over, or too far away; 404 for one that is not pinned; 409 for a reused key,
 * and for one that somebody else has edited
 */
export async function editAnnouncement(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  { id: announcement, text, until, original }: Words & { id: string; original?: string | undefined },
  key: string | null,
): Promise<SentRow> {
  const { accountId } = viewer;
  const now = clock.now();
  const pinned_until = pinnedUntilOf(until, now, settings.academyZone);
  const content = [batch.id, announcement, text, until];
  const request = { accountId, kind: 'announcement-edit', key, content, now } as const;
  const id = await database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      const pinned = await pinnedIn(writer, { batchId: batch.id, now });
      const before = pinned.find((one) => one.id === parseId(announcement));
      if (before === undefined) throw httpErrors.notFound('There is no such announcement.');
      const isReworded = text !== before.text;
      const edits = before.edits + (isReworded ? 1 : 0);
      const edited = await writer
        .updateTable('announcements')
        .set({ text, pinned_until, edits, ...(isReworded && { seen_by: 0 }) })
        .where('id', '=', before.id)
        .where('text', '=', original ?? before.text)
        .where('edits', '=', before.edits)
        .returning('id')
        .execute();
      if (edited.length === 0)
        throw httpErrors.conflict('Somebody else has edited this announcement. Reload the page to see it.');
      await setAnnouncedUntil(writer, batch.id, await lastPinnedDay(writer, batch.id, now));
      await recordAuditEvent(writer, {
        at: now,
        actorId: accountId,
        act: 'edit-announcement',
        subject: batch.name,
        before: { announcement: before.id, text: before.text },
        after: { text, until },
      });
      if (!isReworded) return before.id;
      const readers = await writer
        .deleteFrom('announcement_views')
        .where('announcement_id', '=', before.id)
        .returning('account_id')
        .execute();
      const event = eventOf(before.id, 0);
      const words = noticeText(before.authorName, 'announces', text);
      await updateNoticeText(writer, { kind: 'announcement', event, text: words });
      await notify(writer, {
        kind: 'announcement',
        event: eventOf(before.id, edits),
        accounts: readers.map(({ account_id }) => account_id),
        ...aboutOf(before.id),
        text: noticeText(viewer.name, 'changed an announcement', text),
        now,
      });
      return before.id;
    }),
  );
  return announcementOf(database.reader, id);
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
    return row.id;
  });
}
