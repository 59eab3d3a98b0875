import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/submissions/calls';
import * as lookCalls from '#contract/marking/second-look-calls';
import { self, selfOrMentor } from '../../accounts/policy.ts';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { extensionRequestsOf } from '../../submissions/extension-requests.ts';
import { listSubmissions } from './list-own-versions.ts';
import { askSecondLook, recordMarkRead } from './own-marks.ts';
import { secondLooksOf } from '../reviews/second-looks.ts';
import { taskProgressOf } from './queries.ts';
import { presentTimeline, presentWeeklyStatus } from './timeline.ts';

/** The newest of each task is among them. */
const readRequests = 100;

/** What a student sees of marks, and says about them. */
export function registerStudentMarkRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);

  on(calls.readTimeline, selfOrMentor, async ({ resource }) => {
    const { reader } = context.database;
    const rows = await taskProgressOf(reader, { accountId: resource.accountId });
    const marked = rows.map(({ lookAt, markedId }) => ({ lookAt, id: markedId }));
    const looks = await secondLooksOf(reader, marked);
    const requests =
      rows[0]?.requestId == null
        ? []
        : await extensionRequestsOf(reader, { accountId: resource.accountId, limit: readRequests });
    const when = { now: context.clock.now(), zone: context.settings.academyZone };
    return presentTimeline(rows, when, { looks, requests });
  });

  on(calls.readWeeklyStatus, selfOrMentor, async ({ resource }) => {
    const rows = await taskProgressOf(context.database.reader, { accountId: resource.accountId });
    return presentWeeklyStatus(rows, context.clock.now());
  });

  on(calls.listSubmissions, selfOrMentor, ({ resource, query }) =>
    listSubmissions(context, resource.accountId, query),
  );

  on(lookCalls.askSecondLook, self, async ({ resource, body, idempotencyKey }) => {
    const second_look = await askSecondLook(context, resource, body, idempotencyKey);
    return { second_look };
  });

  on(lookCalls.readMark, self, ({ resource, body: { task, version, marked_at } }) =>
    recordMarkRead(context, resource.accountId, { task, version, markedAt: marked_at }),
  );
}
