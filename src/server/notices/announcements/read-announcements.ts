import * as calls from '#contract/notices/announcement-calls';
import { confirmFirstMessage, mustConfirmFirst, ownBatch, self } from '../../accounts/policy.ts';
import { unreadNoticesOf } from '../../accounts/queries.ts';
import { read } from '../../accounts/sessions/act.ts';
import type { Viewer, ViewerRule } from '../../accounts/sessions/viewer.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { readNotices } from '../read-notices.ts';
import { presentAnnouncement, presentPlanned, presentSentAnnouncement } from './presenter.ts';
import { pinnedFor, pinnedIn, planned } from './queries.ts';

/** As in the forum, only with a confirmed address where the portal requires it. */
const confirmedSelf: ViewerRule<Viewer> = (check) => {
  const viewer = self(check);
  const { settings } = check.context;
  if (mustConfirmFirst(viewer, settings)) throw httpErrors.unconfirmed(confirmFirstMessage(settings));
  return viewer;
};

async function pinnedForViewer({ database, clock }: AppContext, { batch, accountId }: Viewer) {
  if (batch === null) return [];
  return pinnedFor(database.reader, { batchId: batch.id, accountId, now: clock.now() });
}

export const announcementReads = [
  read(calls.listAnnouncements, {
    who: confirmedSelf,
    run: async ({ context, resource }) => (await pinnedForViewer(context, resource)).map(presentAnnouncement),
  }),

  // Also reads its notice. A crash may lose the view.
  read(calls.seeAnnouncement, {
    who: confirmedSelf,
    async run({ context, resource, params }) {
      const { database, clock } = context;
      const { accountId } = resource;
      const id = parseId(params.id);
      const row = (await pinnedForViewer(context, resource)).find((one) => one.id === id);
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
      await readNotices(database, accountId, { about: `announcement:${row.id}` }, clock.now());
      return { unread: await unreadNoticesOf(database.reader, accountId) };
    },
  }),

  read(calls.listBatchAnnouncements, {
    who: ownBatch,
    async run({ context: { database, clock }, resource: { id: batchId } }) {
      const rows = await pinnedIn(database.reader, { batchId, now: clock.now() });
      return rows.map(presentSentAnnouncement);
    },
  }),

  read(calls.listPlannedAnnouncements, {
    who: ownBatch,
    async run({ context: { database }, resource: { id } }) {
      const rows = await planned(database.reader).where('planned.batch_id', '=', id).execute();
      return rows.map(presentPlanned);
    },
  }),
];
