import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/notices/announcement-calls';
import { confirmFirstMessage, mustConfirmFirst, ownBatch, ownBatchOf, self } from '../../accounts/policy.ts';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import type { Viewer, ViewerRule } from '../../accounts/sessions/viewer.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { editAnnouncement, withdrawAnnouncement } from './change-announcement.ts';
import { publishAnnouncement, seeAnnouncement } from './publish-announcement.ts';
import {
  cancelAnnouncement,
  editPlannedAnnouncement,
  planAnnouncement,
  plannedIn,
} from './planned-announcements.ts';
import { pinnedFor, pinnedIn, type PinnedRow, type PlannedRow, type SentRow } from './queries.ts';
import type {
  Announcement,
  PlannedAnnouncement,
  SentAnnouncement,
} from '#contract/notices/announcement-calls';
import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { markdownHtml } from '../../platform/markdown/markdown-html.ts';

function words(row: PinnedRow | SentRow | PlannedRow) {
  const html = markdownHtml(row.text);
  return {
    id: String(row.id),
    text: row.text,
    ...(html !== null && { text_html: html }),
    author: shownName(row.authorName),
    pinned_until: isoInstant(row.pinnedUntil),
    ...(row.day !== null && { day: row.day }),
  };
}

function presentPlanned(row: PlannedRow): PlannedAnnouncement {
  return { ...words(row), publish_at: isoInstant(row.publishAt) };
}

function common(row: PinnedRow | SentRow) {
  return {
    ...words(row),
    created_at: isoInstant(row.createdAt),
    ...(row.edits > 0 && { edited: true as const }),
  };
}

export function presentAnnouncement(row: PinnedRow): Announcement {
  return { ...common(row), is_seen: row.seenBy !== null };
}

/** Later members of the batch may see it too, so `seen_by` is capped at `told`. */
export function presentSentAnnouncement(row: SentRow): SentAnnouncement {
  return { ...common(row), seen_by: Math.min(row.seenBy, row.told), told: row.told };
}

/** As in the forum, only with a confirmed address where the portal requires it. */
const confirmedSelf: ViewerRule<Viewer> = (check) => {
  const viewer = self(check);
  const { settings } = check.context;
  if (mustConfirmFirst(viewer, settings)) throw httpErrors.unconfirmed(confirmFirstMessage(settings));
  return viewer;
};

export function registerAnnouncementRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { database, clock } = context;

  on(calls.listAnnouncements, confirmedSelf, async ({ resource: { batch, accountId } }) => {
    const now = clock.now();
    const rows =
      batch === null ? [] : await pinnedFor(database.reader, { batchId: batch.id, accountId, now });
    return rows.map(presentAnnouncement);
  });

  on(calls.seeAnnouncement, confirmedSelf, async ({ resource: viewer, params }) => ({
    unread: await seeAnnouncement(context, viewer, params.id),
  }));

  on(calls.listBatchAnnouncements, ownBatch, async ({ resource: { id: batchId } }) => {
    const rows = await pinnedIn(database.reader, { batchId, now: clock.now() });
    return rows.map(presentSentAnnouncement);
  });

  on(calls.publishAnnouncement, ownBatchOf, async ({ resource, body, idempotencyKey }) => {
    const row = await publishAnnouncement(context, resource, body, idempotencyKey);
    return presentSentAnnouncement(row);
  });

  on(calls.listPlannedAnnouncements, ownBatch, async ({ resource: { id } }) =>
    (await plannedIn(database.reader, id)).map(presentPlanned),
  );

  on(calls.planAnnouncement, ownBatchOf, async ({ resource, body, idempotencyKey }) => {
    const row = await planAnnouncement(context, resource, body, idempotencyKey);
    return presentPlanned(row);
  });

  on(calls.editPlannedAnnouncement, ownBatchOf, ({ resource, params, body, idempotencyKey }) =>
    editPlannedAnnouncement(context, resource, { id: params.id, ...body }, idempotencyKey),
  );

  on(calls.cancelAnnouncement, ownBatchOf, ({ resource, params, idempotencyKey }) =>
    cancelAnnouncement(context, resource, params.id, idempotencyKey),
  );

  on(calls.editAnnouncement, ownBatchOf, async ({ resource, params, body, idempotencyKey }) => {
    const row = await editAnnouncement(context, resource, { id: params.id, ...body }, idempotencyKey);
    return presentSentAnnouncement(row);
  });

  on(calls.withdrawAnnouncement, ownBatchOf, ({ resource, params, idempotencyKey }) =>
    withdrawAnnouncement(context, resource, params.id, idempotencyKey),
  );
}
