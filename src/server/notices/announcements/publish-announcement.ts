import { dayMs } from '#contract/durations';
import { firstLine, plainTextOf } from '#contract/excerpt';
import { forumAddress } from '#contract/forum/question-view';
import { limits } from '#contract/limits';
import { studentsToNotify, unreadNoticesOf } from '../../accounts/queries.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { type Batch, setAnnouncedUntil } from '../../courses/batch-queries.ts';
import { notify } from '../notify.ts';
import type { AppContext } from '../../platform/context.ts';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { localText, readLocal } from '../../platform/zoned-time.ts';
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

/** `day`: that it is about. */
export type Words = { text: string; until: string; day?: string | null | undefined };

/**
 * To be called once per request: a repetition may come after that day.
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

export const editedMeanwhile = () =>
  httpErrors.conflict('Somebody else has edited this announcement. Reload the page to see it.');

export const eventOf = (id: number, edit: number) => (edit === 0 ? String(id) : `${id}:${edit}`);

/** Dashboards show unread ones only. */
export const announcementsAddress = (batch: string) => `${forumAddress(batch)}#announcements`;

export const aboutOf = (id: number, batch: string) => ({
  about: `announcement:${id}`,
  href: announcementsAddress(batch),
});

export const noticeText = (name: string, did: string, text: string) =>
  `${name} ${did}: ${firstLine(plainTextOf(text, markdownHtml(text)))}`;

export async function announcementOf(reader: Reader, id: number): Promise<SentRow> {
  const [row] = await announcementById(reader, { id });
  if (row === undefined) throw new Error(`announcement ${id} is gone`);
  return row;
}

export type NewAnnouncement = {
  batch: Pick<Batch, 'id' | 'name'>;
  author: { id: number; name: string };
  text: string;
  day: string | null;
  pinnedUntil: number;
};

/** Publishes it, in the transaction of the request. @returns its id */
export async function insertAnnouncement(
  writer: Writer,
  { batch, author, text, day, pinnedUntil }: NewAnnouncement,
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
      day,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setAnnouncedUntil(writer, batch.id, await lastPinnedDay(writer, batch.id, now));
  await recordAuditEvent(writer, {
    at: now,
    actorId: author.id,
    act: 'publish-announcement',
    subject: batch.name,
    after: {
      announcement: id,
      text,
      until: localText(pinnedUntil, settings.academyZone).slice(0, 10),
      ...(day !== null && { day }),
    },
  });
  await notify(writer, {
    kind: 'announcement',
    event: eventOf(id, 0),
    accounts: students,
    ...aboutOf(id, batch.name),
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
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  { text, until, day = null }: Words,
  key: string | null,
): Promise<SentRow> {
  const { accountId } = viewer;
  const { database, settings } = context;
  const content = [batch.id, text, until, ...(day === null ? [] : [day])];
  const request = { accountId, kind: 'announcement', key, content } as const;
  const author = { id: accountId, name: viewer.name };
  const id = await once(context, request, (writer, now) => {
    const pinnedUntil = pinnedUntilOf(until, now, settings.academyZone);
    return insertAnnouncement(writer, { batch, author, text, day, pinnedUntil }, { now, settings });
  });
  return announcementOf(database.reader, id);
}
