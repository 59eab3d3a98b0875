import { dayMs } from '#contract/durations';
import { firstLine, plainTextOf } from '#contract/excerpt';
import { forumAddress } from '#contract/forum/question-view';
import { limits } from '#contract/limits';
import * as calls from '#contract/notices/announcement-calls';
import { ownBatchOf } from '../../accounts/policy.ts';
import { studentsToNotify } from '../../accounts/queries.ts';
import { act } from '../../accounts/sessions/act.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { type Batch, setAnnouncedUntil } from '../../courses/batch-queries.ts';
import { type Notification, notify } from '../notify.ts';
import type { AppContext } from '../../platform/context.ts';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { localText, readLocal } from '../../platform/zoned-time.ts';
import { presentSentAnnouncement } from './presenter.ts';
import { announcementById, lastPinnedDay, type SentRow } from './queries.ts';

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

export const editedMeanwhile = 'Somebody else has edited this announcement. Reload the page to see it.';

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
  /** That it is about. */
  day: string | null;
  pinnedUntil: number;
};

/** @returns also its audit line, and whom to notify last in the transaction */
export async function insertAnnouncement(
  writer: Writer,
  { batch, author, text, day, pinnedUntil }: NewAnnouncement,
  { now, settings }: { now: number; settings: AppContext['settings'] },
) {
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
  const audit = {
    act: 'publish-announcement',
    subject: batch.name,
    after: {
      announcement: id,
      text,
      until: localText(pinnedUntil, settings.academyZone).slice(0, 10),
      ...(day !== null && { day }),
    },
  } as const;
  const notification: Notification = {
    kind: 'announcement',
    event: eventOf(id, 0),
    accounts: students,
    ...aboutOf(id, batch.name),
    text: noticeText(author.name, 'announces', text),
    now,
  };
  return { id, audit, notification };
}

/** For what is published without a request. */
export async function publishWithin(
  writer: Writer,
  announcement: NewAnnouncement,
  at: { now: number; settings: AppContext['settings'] },
): Promise<void> {
  const { audit, notification } = await insertAnnouncement(writer, announcement, at);
  await recordAuditEvent(writer, { at: at.now, actorId: announcement.author.id, ...audit });
  await notify(writer, notification);
}

/** Pins a text for a batch's students until the end of a day in the academy's zone, and mails it. */
export const publishAnnouncement = act(calls.publishAnnouncement, {
  who: ownBatchOf,
  key: {
    kind: 'announcement',
    content: ({ resource: { batch }, body: { text, until, day = null } }) => [
      batch.id,
      text,
      until,
      ...(day === null ? [] : [day]),
    ],
  },
  async run(writer, { context: { settings }, resource: { batch, viewer }, body, now }) {
    const { text, until, day = null } = body;
    const author = { id: viewer.accountId, name: viewer.name };
    const pinnedUntil = pinnedUntilOf(until, now, settings.academyZone);
    const announcement = { batch, author, text, day, pinnedUntil };
    const { id, audit, notification } = await insertAnnouncement(writer, announcement, { now, settings });
    await notify(writer, notification);
    return { id, audit };
  },
  answer: async (reader, _, id) => presentSentAnnouncement(await announcementOf(reader, id)),
});
