import { minuteMs } from '#contract/durations';
import { firstLine, plainTextOf } from '#contract/excerpt';
import * as calls from '#contract/notices/announcement-calls';
import { batchAddress } from '#contract/progress/batch-view';
import { ownBatchOf } from '../../accounts/policy.ts';
import { act } from '../../accounts/sessions/act.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { batchesAs, type Batch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';
import { notify } from '../notify.ts';
import { periodicJob } from '../../platform/jobs/job.ts';
import { parseId } from '../../platform/parse-id.ts';
import { localText, readLocal, writeLocal } from '../../platform/zoned-time.ts';
import { presentPlanned } from './presenter.ts';
import { planned, type PlannedRow } from './queries.ts';
import { editedMeanwhile, pinnedUntilOf, publishWithin } from './publish-announcement.ts';

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

type Plan = { text: string; until: string; publish_at: string; day?: string | null | undefined };

/** @throws 400 for a time that is over, after its last day, or too far away */
export async function insertPlan(
  writer: Writer,
  {
    batch,
    authorId,
    plan: { text, until, publish_at, day = null },
  }: { batch: Batch; authorId: number; plan: Plan },
  { now, settings: { academyZone: zone } }: { now: number; settings: AppContext['settings'] },
) {
  const publishAt = readLocal(publish_at, zone, 'start');
  requireLater(publishAt, now);
  const pinned_until = pinnedUntilOf(until, now, zone);
  requirePinnedAfter(publishAt, pinned_until);
  const { id } = await writer
    .insertInto('planned_announcements')
    .values({ batch_id: batch.id, author_id: authorId, text, publish_at: publishAt, pinned_until, day })
    .returning('id')
    .executeTakeFirstOrThrow();
  const after = { text, publish_at, until, ...(day !== null && { day }) };
  return { id, audit: { act: 'plan-announcement', subject: batch.name, after } } as const;
}

export const planAnnouncement = act(calls.planAnnouncement, {
  who: ownBatchOf,
  key: {
    kind: 'announcement-plan',
    content: ({ resource: { batch }, body: { text, until, publish_at, day = null } }) => [
      batch.id,
      text,
      until,
      publish_at,
      ...(day === null ? [] : [day]),
    ],
  },
  run: (writer, { context: { settings }, resource: { batch, viewer }, body, now }) =>
    insertPlan(writer, { batch, authorId: viewer.accountId, plan: body }, { now, settings }),
  async answer(reader, { context: { settings }, viewer, body: { text, until, publish_at, day = null } }, id) {
    const [row] = await planned(reader).where('planned.id', '=', id).execute();
    if (row !== undefined) return presentPlanned(row);
    // A repetition after the publication finds none.
    const zone = settings.academyZone;
    const [publishAt, pinnedUntil] = [readLocal(publish_at, zone, 'start'), readLocal(until, zone, 'end')];
    return presentPlanned({ id, text, day, authorName: viewer.name, publishAt, pinnedUntil });
  },
});

const unknownPlan = () => httpErrors.notFound('There is no such planned announcement.');

/** Until the transaction ends. @throws 404 once published */
async function lockPlan(writer: Writer, batchId: number, announcement: string): Promise<PlannedRow> {
  const id = parseId(announcement) ?? 0;
  await writer
    .updateTable('planned_announcements')
    .set((row) => ({ text: row.ref('text') }))
    .where('id', '=', id)
    .where('batch_id', '=', batchId)
    .execute();
  const row = await planned(writer)
    .where('planned.id', '=', id)
    .where('planned.batch_id', '=', batchId)
    .executeTakeFirst();
  if (row === undefined) throw unknownPlan();
  return row;
}

/** Nobody has read it, so nobody is notified. Without `began`, `original` is the text that the editor saw. */
export const editPlannedAnnouncement = act(calls.editPlannedAnnouncement, {
  who: ownBatchOf,
  key: {
    kind: 'announcement-plan-edit',
    content: ({ resource: { batch }, params: { id }, body: { text, until, day, publish_at } }) => [
      batch.id,
      id,
      text,
      until,
      ...[day, publish_at].filter((one) => one !== undefined),
    ],
  },
  changes: {
    async stored(writer, { context: { settings }, resource: { batch }, params: { id }, body }) {
      const row = await lockPlan(writer, batch.id, id);
      const zone = settings.academyZone;
      return {
        text: row.text,
        until: localText(row.pinnedUntil, zone).slice(0, 10),
        day: row.day,
        // To the minute or the second, as typed.
        publish_at: writeLocal(row.publishAt, zone).slice(0, body.publish_at?.length),
        row,
      };
    },
    message: editedMeanwhile,
    refuses: ({ original }, { text }) => original !== undefined && original !== text,
    current: (_writer, _request, { row }) => presentPlanned(row),
  },
  audit: 'edit-announcement',
  async run(writer, { context: { settings }, resource: { batch, viewer }, body, stored, now }) {
    const { text, until, day, publish_at } = body;
    const { row } = stored;
    const zone = settings.academyZone;
    const isMoved = publish_at !== undefined && publish_at !== stored.publish_at;
    const publishAt = isMoved ? readLocal(publish_at, zone, 'start') : row.publishAt;
    if (isMoved) requireLater(publishAt, now);
    const pinned_until = pinnedUntilOf(until, now, zone);
    requirePinnedAfter(publishAt, pinned_until);
    await writer
      .updateTable('planned_announcements')
      .set({ text, pinned_until, day, publish_at: publishAt })
      .where('id', '=', row.id)
      .execute();
    return {
      id: viewer.accountId,
      audit: {
        subject: batch.name,
        before: {
          text: row.text,
          until: stored.until,
          ...(day !== undefined && { day: row.day }),
          ...(isMoved && { publish_at: writeLocal(row.publishAt, zone) }),
        },
        after: { text, until, ...(day !== undefined && { day }), ...(isMoved && { publish_at }) },
      },
    };
  },
});

export const cancelAnnouncement = act(calls.cancelAnnouncement, {
  who: ownBatchOf,
  key: {
    kind: 'announcement-cancellation',
    content: ({ resource: { batch }, params: { id } }) => [batch.id, id],
  },
  changes: {
    async stored(writer, { resource: { batch }, params: { id } }) {
      const row = await lockPlan(writer, batch.id, id);
      return { text: row.text, row };
    },
    seen: ['text'],
    message: 'This announcement was edited in the meantime. It is not cancelled yet.',
    current: (_writer, _request, { row }) => presentPlanned(row),
  },
  audit: 'cancel-announcement',
  async run(writer, { resource: { batch, viewer }, stored: { row } }) {
    await writer.deleteFrom('planned_announcements').where('id', '=', row.id).execute();
    return { id: viewer.accountId, audit: { subject: batch.name, before: { text: row.text } } };
  },
});

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
      await publishWithin(writer, { batch, author, ...taken }, { now, settings });
    });
  }
}

export const publishPlannedJob = periodicJob('publish-planned-announcements', minuteMs, publishDue);
