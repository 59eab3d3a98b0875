import { minuteMs } from '#contract/durations';
import { firstLine, plainTextOf } from '#contract/excerpt';
import { batchAddress } from '#contract/progress/batch-view';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { batchesAs, type Batch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import { notify } from '../notify.ts';
import { periodicJob } from '../../platform/jobs/job.ts';
import { parseId } from '../../platform/parse-id.ts';
import { readLocal, writeLocal } from '../../platform/zoned-time.ts';
import { planned, type PlannedRow } from './queries.ts';
import { editedMeanwhile, insertAnnouncement, pinnedUntilOf, type Words } from './publish-announcement.ts';

export function plannedIn(reader: Reader, batchId: number): Promise<PlannedRow[]> {
  return planned(reader).where('planned.batch_id', '=', batchId).execute();
}

/** To be called once per request: a repetition may come after that time. @throws 400 for a time that is over */
function requireLater(publishAt: number, now: number): void {
  if (publishAt <= now) throw httpErrors.badRequest('Choose a later time for the announcement.');
}

/** @throws 400 for a last day before the publication */
function requirePinnedAfter(publishAt: number, pinnedUntil: number): void {
  if (publishAt > pinnedUntil)
    throw httpErrors.badRequest(
      'The announcement must be pinned until the day of its publication, or later.',
    );
}

/** @throws 400 for a time that is over, after its last day, or too far away; 409 for a reused key */
export async function planAnnouncement(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  { text, until, publish_at: at, day = null }: Words & { publish_at: string },
  key: string | null,
): Promise<PlannedRow> {
  const { accountId } = viewer;
  const { database, settings } = context;
  const zone = settings.academyZone;
  const publish_at = readLocal(at, zone, 'start');
  const content = [batch.id, text, until, at, ...(day === null ? [] : [day])];
  const request = { accountId, kind: 'announcement-plan', key, content } as const;
  const id = await once(context, request, async (writer, now) => {
    requireLater(publish_at, now);
    const pinned_until = pinnedUntilOf(until, now, zone);
    requirePinnedAfter(publish_at, pinned_until);
    const row = await writer
      .insertInto('planned_announcements')
      .values({ batch_id: batch.id, author_id: accountId, text, publish_at, pinned_until, day })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAuditEvent(writer, {
      at: now,
      actorId: accountId,
      act: 'plan-announcement',
      subject: batch.name,
      after: { text, publish_at: at, until, ...(day !== null && { day }) },
    });
    return row.id;
  });
  const rows = await planned(database.reader).where('planned.id', '=', id).execute();
  // A repetition after the publication finds none.
  const given = { id, text, day, authorName: viewer.name };
  return rows[0] ?? { ...given, publishAt: publish_at, pinnedUntil: readLocal(until, zone, 'end') };
}

/**
 * Edits a planned announcement. Nobody has read it, so nobody is notified.
 * @throws 400 for a time that is over, after its last day, or too far away; 404 once published; 409 for a reused key,
 * and after an edit by others
 */
export async function editPlannedAnnouncement(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  {
    id: announcement,
    text,
    until,
    day,
    original,
    publish_at: at,
  }: Words & { id: string; original?: string | undefined; publish_at?: string | undefined },
  key: string | null,
): Promise<void> {
  const { accountId } = viewer;
  const { academyZone } = context.settings;
  const publish_at = at === undefined ? undefined : readLocal(at, academyZone, 'start');
  const content = [batch.id, announcement, text, until, ...[day, at].filter((one) => one !== undefined)];
  const request = { accountId, kind: 'announcement-plan-edit', key, content } as const;
  await once(context, request, async (writer, now) => {
    if (publish_at !== undefined) requireLater(publish_at, now);
    const pinned_until = pinnedUntilOf(until, now, academyZone);
    const before = await planned(writer)
      .where('planned.id', '=', parseId(announcement))
      .where('planned.batch_id', '=', batch.id)
      .executeTakeFirst();
    if (before === undefined) throw httpErrors.notFound('There is no such planned announcement.');
    requirePinnedAfter(publish_at ?? before.publishAt, pinned_until);
    const edited = await writer
      .updateTable('planned_announcements')
      .set({ text, pinned_until, day, publish_at })
      .where('id', '=', before.id)
      .where('text', '=', original ?? before.text)
      .returning('id')
      .execute();
    if (edited.length === 0) throw editedMeanwhile();
    await recordAuditEvent(writer, {
      at: now,
      actorId: accountId,
      act: 'edit-announcement',
      subject: batch.name,
      before: {
        text: before.text,
        ...(day !== undefined && { day: before.day }),
        ...(at !== undefined && { publish_at: writeLocal(before.publishAt, academyZone) }),
      },
      after: { text, until, ...(day !== undefined && { day }), ...(at !== undefined && { publish_at: at }) },
    });
  });
}

/** @throws 404 for an unknown or published one; 409 for a reused key */
export async function cancelAnnouncement(
  context: Pick<AppContext, 'database' | 'clock'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  announcement: string,
  key: string | null,
): Promise<void> {
  const { accountId } = viewer;
  const content = [batch.id, announcement];
  const request = { accountId, kind: 'announcement-cancellation', key, content } as const;
  await once(context, request, async (writer, now) => {
    const row = await writer
      .deleteFrom('planned_announcements')
      .where('id', '=', parseId(announcement))
      .where('batch_id', '=', batch.id)
      .returning(['id', 'text'])
      .executeTakeFirst();
    if (row === undefined) throw httpErrors.notFound('There is no such planned announcement.');
    await recordAuditEvent(writer, {
      at: now,
      actorId: accountId,
      act: 'cancel-announcement',
      subject: batch.name,
      before: { text: row.text },
    });
  });
}

/** The row goes in the transaction that publishes it: it is published once. */
async function publishDue({ database, clock, settings }: AppContext): Promise<void> {
  const now = clock.now();
  const due = await planned(database.reader)
    .innerJoin(batchesAs('batch'), 'batch.id', 'planned.batch_id')
    .where('planned.publish_at', '<=', now)
    .select(['author.id as authorId', 'batch.id as batchId', 'batch.name'])
    .execute();
  for (const { id, authorId, authorName, batchId, name } of due) {
    await database.transaction(async (writer) => {
      // It may have been edited or postponed since.
      const [taken] = await writer
        .deleteFrom('planned_announcements')
        .where('id', '=', id)
        .where('publish_at', '<=', now)
        .returning(['text', 'day', 'pinned_until as pinnedUntil'])
        .execute();
      if (taken === undefined) return;
      // A portal that was down may miss the last day.
      if (taken.pinnedUntil <= now) {
        const reason = 'Its last day was over before the portal could publish it';
        await recordAuditEvent(writer, {
          at: now,
          actorId: null,
          act: 'cancel-announcement',
          subject: name,
          before: { text: taken.text },
          after: { reason },
        });
        return notify(writer, {
          // A kind that version 1.0.0 mails to staff.
          kind: 'post-moderated',
          event: `plan:${id}`,
          accounts: [authorId],
          about: `plan:${id}`,
          text: `Your announcement to ${name} was not published. ${reason}: ${firstLine(plainTextOf(taken.text, markdownHtml(taken.text)))}`,
          href: batchAddress(name),
          now,
        });
      }
      const author = { id: authorId, name: authorName };
      const batch = { id: batchId, name };
      await insertAnnouncement(writer, { batch, author, ...taken }, { now, settings });
    });
  }
}

export const publishPlannedJob = periodicJob('publish-planned-announcements', minuteMs, publishDue);
