import type { FastifyInstance } from 'fastify';
import * as briefCalls from '#contract/projects/brief-calls';
import * as calls from '#contract/progress/schedule-calls';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import { freshly } from '../../accounts/second-factor/fresh-proof.ts';
import { datesOf, presentBatchDates, setBatchDates } from '../../courses/batch-dates.ts';
import type { AppContext } from '../../platform/context.ts';
import { readLocal } from '../../platform/zoned-time.ts';
import { ownProject } from '../../projects/policy.ts';
import { setBrief } from '../../projects/briefs.ts';
import { correctStart, undoSelection } from '../../selections/end-selection.ts';
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
  const { reader } = context.database;
  const zone = context.settings.academyZone;

  registerEndpoint(server, context, calls.readBatchDates, {
    authorize: ownBatchOf,
    async handle({ resource: { batch } }) {
      const [row] = await datesOf(reader, { batchId: batch.id });
      if (row === undefined) throw new Error(`batch ${batch.id} is gone`);
      return { status: 200, body: presentBatchDates(row, zone) };
    },
  });

  registerEndpoint(server, context, calls.setBatchDates, {
    authorize: ownBatchOf,
    async handle({ resource: { batch, viewer }, body, idempotencyKey }) {
      const of = { batch, actorId: viewer.accountId };
      return {
        status: 200,
        body: await setBatchDates(context, of, body, tellOfDates(context.settings), idempotencyKey),
      };
    },
  });

  registerEndpoint(server, context, calls.readOutageReach, {
    authorize: ownBatchOf,
    async handle({ resource: { batch }, query }) {
      const outage = readOutage(query, zone);
      return { status: 200, body: await readOutageReach(reader, { batchId: batch.id, zone, outage }) };
    },
  });

  registerEndpoint(server, context, calls.grantOutage, {
    authorize: ownBatchOf,
    async handle({ resource: { batch, viewer }, body, idempotencyKey }) {
      const of = { batch, actorId: viewer.accountId };
      return { status: 201, body: await grantOutage(context, of, body, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, briefCalls.setBrief, {
    authorize: ownProject,
    async handle({ resource: { project, viewer }, params, body, idempotencyKey }) {
      const of = { projectId: project.id, task: params.task, actorId: viewer.accountId };
      return { status: 200, body: await setBrief(context, of, body, tellOfBrief, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, briefCalls.readSubmissionBrief, {
    authorize: ownSubmission,
    async handle({ resource }) {
      return { status: 200, body: await readSubmissionBrief(reader, resource.id) };
    },
  });

  registerEndpoint(server, context, calls.readStudentTime, {
    authorize: ownStudent,
    async handle({ resource: { student } }) {
      return { status: 200, body: await readStudentTime(context, student.accountId) };
    },
  });

  registerEndpoint(server, context, calls.extendDueDate, {
    authorize: ownStudent,
    async handle({ resource, body, idempotencyKey }) {
      await extendDueDate(context, resource, body, idempotencyKey);
      return { status: 201, body: await readStudentTime(context, resource.student.accountId) };
    },
  });

  registerEndpoint(server, context, calls.askExtension, {
    authorize: self,
    async handle({ resource, body, idempotencyKey }) {
      const extension_request = await askExtension(context, resource, body, idempotencyKey);
      return { status: 201, body: { extension_request } };
    },
  });

  registerEndpoint(server, context, calls.listExtensionRequests, {
    authorize: ownBatchOf,
    async handle({ resource: { batch } }) {
      return { status: 200, body: await listOpenRequests(reader, batch.id, zone) };
    },
  });

  registerEndpoint(server, context, calls.answerExtension, {
    authorize: ownStudent,
    async handle({ resource, params, body, idempotencyKey }) {
      const answered = await answerExtension(context, resource, params.request, body, idempotencyKey);
      return { status: 200, body: answered };
    },
  });

  registerEndpoint(server, context, calls.correctStart, {
    authorize: ownStudent,
    async handle({ resource: { student, viewer }, body, idempotencyKey }) {
      const { start, reason } = body;
      const startedAt = readLocal(start, zone, 'start');
      const change = { student, actorId: viewer.accountId, reason, startedAt };
      await correctStart(context, change, idempotencyKey);
      return { status: 201, body: await readStudentTime(context, student.accountId) };
    },
  });

  registerEndpoint(server, context, calls.undoSelection, {
    // Cannot be undone: the student chooses again.
    authorize: freshly<OwnStudent>(administratorOfStudent, 'holders'),
    async handle({ resource: { student, viewer }, body, idempotencyKey }) {
      const change = { student, actorId: viewer.accountId, reason: body.reason, projectId: body.p_id };
      await undoSelection(context, change, idempotencyKey);
      return { status: 201, body: await readStudentTime(context, student.accountId) };
    },
  });
}
