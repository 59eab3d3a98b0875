import type { FastifyInstance } from 'fastify';
import * as briefCalls from '#contract/projects/brief-calls';
import * as calls from '#contract/progress/schedule-calls';
import { registerDeclared } from '../../accounts/sessions/act.ts';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import { freshly } from '../../accounts/second-factor/fresh-proof.ts';
import { datesOf, presentBatchDates, setBatchDates } from '../../courses/batch-dates.ts';
import type { AppContext } from '../../platform/context.ts';
import { readLocal } from '../../platform/zoned-time.ts';
import { briefChange } from '../../projects/briefs.ts';
import type { Writer } from '../../platform/database/database.ts';
import { correctStart, undoSelection } from '../../selections/end-selection.ts';
import { answerOpenRequest } from '../../submissions/extension-requests.ts';
import { answerExtension, extendDueDate, listOpenRequests } from './answer-extension.ts';
import { askExtension } from './ask-extension.ts';
import { grantOutage } from './grant-outage.ts';
import { readOutage, readOutageReach } from './outage-reach.ts';
import {
  administratorOfStudent,
  ownBatchOf,
  ownStudent,
  self,
  type OwnStudent,
} from '../../accounts/policy.ts';
import { ownSubmission } from '../../marking/policy.ts';
import { readSubmissionBrief } from '../../marking/read-submission.ts';
import { readStudentTime } from './student-time.ts';
import { tellOfBrief, tellOfDates } from '../tell-students.ts';

export function registerScheduleRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { reader } = context.database;
  const zone = context.settings.academyZone;

  on(calls.readBatchDates, ownBatchOf, async ({ resource: { batch } }) => {
    const [row] = await datesOf(reader, { batchId: batch.id });
    if (row === undefined) throw new Error(`batch ${batch.id} is gone`);
    return presentBatchDates(row, zone);
  });

  on(calls.setBatchDates, ownBatchOf, async ({ resource: { batch, viewer }, body, idempotencyKey }) => {
    const of = { batch, actorId: viewer.accountId };
    return setBatchDates(context, of, body, tellOfDates(context.settings), idempotencyKey);
  });

  on(calls.readOutageReach, ownBatchOf, async ({ resource: { batch }, query }) => {
    const outage = readOutage(query, zone);
    return readOutageReach(reader, { batchId: batch.id, zone, outage });
  });

  on(calls.grantOutage, ownBatchOf, async ({ resource: { batch, viewer }, body, idempotencyKey }) => {
    const of = { batch, actorId: viewer.accountId };
    return grantOutage(context, of, body, idempotencyKey);
  });

  registerDeclared(server, context, [briefChange(tellOfBrief)]);

  on(briefCalls.readSubmissionBrief, ownSubmission, ({ resource }) =>
    readSubmissionBrief(reader, resource.id),
  );

  on(calls.readStudentTime, ownStudent, ({ resource: { student } }) =>
    readStudentTime(context, student.accountId),
  );

  on(calls.extendDueDate, ownStudent, async ({ resource, body, idempotencyKey }) => {
    await extendDueDate(context, resource, body, idempotencyKey);
    return readStudentTime(context, resource.student.accountId);
  });

  on(calls.askExtension, self, async ({ resource, body, idempotencyKey }) => {
    const extension_request = await askExtension(context, resource, body, idempotencyKey);
    return { extension_request };
  });

  on(calls.listExtensionRequests, ownBatchOf, ({ resource: { batch } }) =>
    listOpenRequests(reader, batch.id, zone),
  );

  on(calls.answerExtension, ownStudent, ({ resource, params, body, idempotencyKey }) =>
    answerExtension(context, resource, params.request, body, idempotencyKey),
  );

  on(calls.correctStart, ownStudent, async ({ resource: { student, viewer }, body, idempotencyKey }) => {
    const { start, reason } = body;
    const startedAt = readLocal(start, zone, 'start');
    const change = { student, actorId: viewer.accountId, reason, startedAt };
    await correctStart(context, change, idempotencyKey);
    return readStudentTime(context, student.accountId);
  });

  // Cannot be undone: the student chooses again.
  on(
    calls.undoSelection,
    freshly<OwnStudent>(administratorOfStudent, 'holders'),
    async ({ resource: { student, viewer }, body, idempotencyKey }) => {
      const { accountId } = student;
      const by = viewer.accountId;
      // Their due dates were those of the undone project.
      const onUndone = (writer: Writer, at: number) =>
        answerOpenRequest(
          writer,
          { accountId },
          { at, by, grantedUntil: null, words: 'Your project choice was reset.' },
        );
      const change = { student, actorId: by, reason: body.reason, projectId: body.p_id, onUndone };
      await undoSelection(context, change, idempotencyKey);
      return readStudentTime(context, student.accountId);
    },
  );
}
