import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/notices/announcement-calls';
import { confirmFirstMessage, mustConfirmFirst, ownBatch, ownBatchOf, self } from '../../accounts/policy.ts';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import type { Viewer, ViewerRule } from '../../accounts/sessions/viewer.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { presentAnnouncement, presentSentAnnouncement } from './presenter.ts';
import { publishAnnouncement } from './publish-announcement.ts';
import { pinnedFor, pinnedIn } from './queries.ts';
import { seeAnnouncement } from './see-announcement.ts';
import { withdrawAnnouncement } from './withdraw-announcement.ts';

/** The student in the path; as in the forum not before the address is confirmed, where that is asked for. */
const confirmedSelf: ViewerRule<Viewer> = (check) => {
  const viewer = self(check);
  const { settings } = check.context;
  if (mustConfirmFirst(viewer, settings)) throw httpErrors.unconfirmed(confirmFirstMessage(settings));
  return viewer;
};

/** What mentors announce, and who has seen it. */
export function registerAnnouncementRoutes(server: FastifyInstance, context: AppContext): void {
  const { database, clock } = context;

  registerEndpoint(server, context, calls.listAnnouncements, {
    authorize: confirmedSelf,
    async handle({ resource: { batch, accountId } }) {
      const now = clock.now();
      const rows =
        batch === null ? [] : await pinnedFor(database.reader, { batchId: batch.id, accountId, now });
      return { status: 200, body: rows.map(presentAnnouncement) };
    },
  });

  registerEndpoint(server, context, calls.seeAnnouncement, {
    authorize: confirmedSelf,
    async handle({ resource: viewer, params }) {
      return { status: 200, body: { unread: await seeAnnouncement(context, viewer, params.id) } };
    },
  });

  registerEndpoint(server, context, calls.listBatchAnnouncements, {
    authorize: ownBatch,
    async handle({ resource: { id: batchId } }) {
      const rows = await pinnedIn(database.reader, { batchId, now: clock.now() });
      return { status: 200, body: rows.map(presentSentAnnouncement) };
    },
  });

  registerEndpoint(server, context, calls.publishAnnouncement, {
    authorize: ownBatchOf,
    async handle({ resource, body, idempotencyKey }) {
      const row = await publishAnnouncement(context, resource, body, idempotencyKey);
      return { status: 201, body: presentSentAnnouncement(row) };
    },
  });

  registerEndpoint(server, context, calls.withdrawAnnouncement, {
    authorize: ownBatchOf,
    async handle({ resource, params, idempotencyKey }) {
      await withdrawAnnouncement(context, resource, params.id, idempotencyKey);
      return { status: 204 };
    },
  });
}
