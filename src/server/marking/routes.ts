import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/marking/calls';
import type { Task } from '#contract/dates';
import * as rubricCalls from '#contract/projects/rubric-calls';
import * as releaseCalls from '#contract/marking/release-calls';
import { ownBatchOf, staff } from '../accounts/policy.ts';
import { registerDeclared } from '../accounts/sessions/act.ts';
import { makeRegistrar } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import { listBatchSubmissions } from './queue/list-batch-submissions.ts';
import { markSubmission } from './mark-submission.ts';
import { ownSubmission } from './policy.ts';
import { presentStaffBatch } from './presenter.ts';
import { readMarkDistribution } from './read-mark-distribution.ts';
import { readSubmission } from './read-submission.ts';
import { batchesWithCountsOf, everyBatchWithCounts } from './queries.ts';
import { phraseCalls } from './phrases.ts';
import { changeRubric } from '../projects/rubrics/write-rubric.ts';
import { ownProject, type OwnProject } from '../projects/policy.ts';
import { presentRubricLine, standingLines } from '../projects/rubrics/queries.ts';
import { countOutdatedMarks, outdatedScope, remarkByRubric } from './remark-by-rubric.ts';
import { answerSecondLook, commentOnReview } from './reviews/answer-second-look.ts';
import { readMarkHistory } from './list-marked-versions.ts';
import { closeSubmission, listOpeners, openSubmission } from './open-submissions.ts';
import { releaseMarks } from './release/release-marks.ts';
import { setCommentFirst } from './set-comment-first.ts';
import { registerMarkSheetRoutes } from './sheet/routes.ts';
import { registerStudentMarkRoutes } from './student/routes.ts';

export function registerMarkingRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { reader } = context.database;

  registerMarkSheetRoutes(server, context);
  registerStudentMarkRoutes(server, context);
  registerDeclared(server, context, phraseCalls);

  async function readRubric(of: OwnProject, task: Task) {
    const lines = await standingLines(reader, { projectId: of.project.id, task });
    const outdated = await countOutdatedMarks(reader, outdatedScope(of, task));
    return { project: of.project, task, lines: lines.map(presentRubricLine), outdated };
  }

  on(releaseCalls.releaseMarks, ownBatchOf, ({ resource, body, idempotencyKey }) =>
    releaseMarks(context, resource, body, idempotencyKey),
  );

  on(releaseCalls.listOpeners, ownSubmission, ({ resource }) => listOpeners(context, resource));
  on(releaseCalls.openSubmission, ownSubmission, ({ resource }) => openSubmission(context, resource));
  on(releaseCalls.closeSubmission, ownSubmission, ({ resource }) => closeSubmission(context, resource));
  on(releaseCalls.readMarkHistory, ownSubmission, ({ resource }) => readMarkHistory(reader, resource));

  on(releaseCalls.answerSecondLook, ownSubmission, ({ resource, body, idempotencyKey }) =>
    answerSecondLook(context, resource, body, idempotencyKey),
  );

  on(
    releaseCalls.commentOnReview,
    ownSubmission,
    ({ resource, body: { comment, to_office: toOffice }, idempotencyKey }) =>
      commentOnReview(context, resource, { comment, toOffice }, idempotencyKey),
  );

  on(releaseCalls.setCommentFirst, ownBatchOf, ({ resource, body, idempotencyKey }) =>
    setCommentFirst(context, resource, body.comment_first, idempotencyKey),
  );

  on(rubricCalls.readRubric, ownProject, ({ resource, params }) => readRubric(resource, params.task));

  on(rubricCalls.changeRubric, ownProject, async ({ resource, params: { task }, body, idempotencyKey }) => {
    const { project, viewer } = resource;
    const of = { project: project.id, task, accountId: viewer.accountId };
    await changeRubric(context, of, body, idempotencyKey, (standing) => ({
      project,
      task,
      lines: standing.map(presentRubricLine),
      outdated: 0,
    }));
    return readRubric(resource, task);
  });

  on(rubricCalls.remarkByRubric, ownProject, ({ resource, params, idempotencyKey }) =>
    remarkByRubric(context, resource, params.task, idempotencyKey),
  );

  on(calls.listStaffBatches, staff, async ({ resource }) => {
    const rows =
      resource.role === 'administrator'
        ? await everyBatchWithCounts(reader, {})
        : await batchesWithCountsOf(reader, { accountId: resource.accountId });
    return rows.map(presentStaffBatch);
  });

  on(calls.listBatchSubmissions, ownBatchOf, ({ resource: { batch, viewer }, query }) =>
    listBatchSubmissions(context, batch.id, viewer, query),
  );

  on(calls.readMarkDistribution, ownBatchOf, ({ resource: { batch } }) =>
    readMarkDistribution(reader, batch),
  );

  on(calls.readStaffSubmission, ownSubmission, ({ resource }) => readSubmission(context, resource));

  on(calls.markSubmission, ownSubmission, ({ resource, body, idempotencyKey }) =>
    markSubmission(context, resource, body, idempotencyKey),
  );
}
