import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/marking/calls';
import * as phraseCalls from '#contract/marking/phrase-calls';
import type { Task } from '#contract/dates';
import * as rubricCalls from '#contract/projects/rubric-calls';
import * as releaseCalls from '#contract/marking/release-calls';
import { ownBatchOf, staff } from '../accounts/policy.ts';
import { registerEndpoint } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import { listBatchSubmissions } from './queue/list-batch-submissions.ts';
import { markSubmission } from './record-mark.ts';
import { ownSubmission } from './policy.ts';
import { presentStaffBatch } from './presenter.ts';
import { readMarkDistribution } from './read-mark-distribution.ts';
import { readSubmission } from './read-submission.ts';
import { batchesWithCountsOf, everyBatchWithCounts } from './queries.ts';
import { addPhrase, changePhrase, deletePhrase, listPhrases } from './phrases.ts';
import { changeRubric } from '../projects/rubrics/write-rubric.ts';
import { ownProject, type OwnProject } from '../projects/policy.ts';
import { presentRubricLine, standingLines } from '../projects/rubrics/queries.ts';
import { countOutdatedMarks, outdatedScope, remarkByRubric } from './remark-by-rubric.ts';
import { answerSecondLook, commentOnReview } from './answer-second-look.ts';
import { readMarkHistory } from './list-marked-versions.ts';
import { closeSubmission, listOpeners, openSubmission } from './open-submissions.ts';
import { releaseMarks } from './release/release-marks.ts';
import { setCommentFirst } from './set-comment-first.ts';

export function registerReleaseRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, releaseCalls.releaseMarks, {
    authorize: ownBatchOf,
    async handle({ resource, body, idempotencyKey }) {
      return { status: 200, body: await releaseMarks(context, resource, body, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, releaseCalls.listOpeners, {
    authorize: ownSubmission,
    async handle({ resource }) {
      return { status: 200, body: await listOpeners(context, resource) };
    },
  });

  registerEndpoint(server, context, releaseCalls.openSubmission, {
    authorize: ownSubmission,
    async handle({ resource }) {
      return { status: 200, body: await openSubmission(context, resource) };
    },
  });

  registerEndpoint(server, context, releaseCalls.closeSubmission, {
    authorize: ownSubmission,
    async handle({ resource }) {
      await closeSubmission(context, resource);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, releaseCalls.readMarkHistory, {
    authorize: ownSubmission,
    async handle({ resource }) {
      return { status: 200, body: await readMarkHistory(context.database.reader, resource) };
    },
  });

  registerEndpoint(server, context, releaseCalls.answerSecondLook, {
    authorize: ownSubmission,
    async handle({ resource, body, idempotencyKey }) {
      return { status: 200, body: await answerSecondLook(context, resource, body.answer, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, releaseCalls.commentOnReview, {
    authorize: ownSubmission,
    async handle({ resource, body: { comment, to_office: toOffice }, idempotencyKey }) {
      const body = await commentOnReview(context, resource, { comment, toOffice }, idempotencyKey);
      return { status: 200, body };
    },
  });

  registerEndpoint(server, context, releaseCalls.setCommentFirst, {
    authorize: ownBatchOf,
    async handle({ resource, body, idempotencyKey }) {
      const { comment_first } = body;
      return { status: 200, body: await setCommentFirst(context, resource, comment_first, idempotencyKey) };
    },
  });
}

export function registerRubricRoutes(server: FastifyInstance, context: AppContext): void {
  const { reader } = context.database;

  async function readRubric(of: OwnProject, task: Task) {
    const lines = await standingLines(reader, { projectId: of.project.id, task });
    const outdated = await countOutdatedMarks(reader, outdatedScope(of, task));
    return { project: of.project, task, lines: lines.map(presentRubricLine), outdated };
  }

  registerEndpoint(server, context, rubricCalls.readRubric, {
    authorize: ownProject,
    async handle({ resource, params }) {
      return { status: 200, body: await readRubric(resource, params.task) };
    },
  });

  registerEndpoint(server, context, rubricCalls.changeRubric, {
    authorize: ownProject,
    async handle({ resource, params: { task }, body, idempotencyKey }) {
      const { project, viewer } = resource;
      const of = { project: project.id, task, accountId: viewer.accountId };
      await changeRubric(context, of, body, idempotencyKey, (standing) => ({
        project,
        task,
        lines: standing.map(presentRubricLine),
        outdated: 0,
      }));
      return { status: 200, body: await readRubric(resource, task) };
    },
  });

  registerEndpoint(server, context, rubricCalls.remarkByRubric, {
    authorize: ownProject,
    async handle({ resource, params, idempotencyKey }) {
      return { status: 200, body: await remarkByRubric(context, resource, params.task, idempotencyKey) };
    },
  });
}

export function registerPhraseRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, phraseCalls.listPhrases, {
    authorize: staff,
    async handle({ resource }) {
      return { status: 200, body: await listPhrases(context, resource) };
    },
  });

  registerEndpoint(server, context, phraseCalls.addPhrase, {
    authorize: staff,
    async handle({ resource, body, idempotencyKey }) {
      return { status: 201, body: await addPhrase(context, resource, body, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, phraseCalls.changePhrase, {
    authorize: staff,
    async handle({ resource, params: { phrase }, body, idempotencyKey }) {
      return { status: 200, body: await changePhrase(context, resource, phrase, body, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, phraseCalls.deletePhrase, {
    authorize: staff,
    async handle({ resource, params, idempotencyKey }) {
      await deletePhrase(context, resource, params.phrase, idempotencyKey);
      return { status: 204 };
    },
  });
}

export function registerStaffRoutes(server: FastifyInstance, context: AppContext): void {
  const { reader } = context.database;

  registerEndpoint(server, context, calls.listStaffBatches, {
    authorize: staff,
    async handle({ resource }) {
      const rows =
        resource.role === 'administrator'
          ? await everyBatchWithCounts(reader, {})
          : await batchesWithCountsOf(reader, { accountId: resource.accountId });
      return { status: 200, body: rows.map(presentStaffBatch) };
    },
  });

  registerEndpoint(server, context, calls.listBatchSubmissions, {
    authorize: ownBatchOf,
    async handle({ resource: { batch, viewer }, query }) {
      return { status: 200, body: await listBatchSubmissions(context, batch.id, viewer, query) };
    },
  });

  registerEndpoint(server, context, calls.readMarkDistribution, {
    authorize: ownBatchOf,
    async handle({ resource: { batch } }) {
      return { status: 200, body: await readMarkDistribution(reader, batch) };
    },
  });

  registerEndpoint(server, context, calls.readStaffSubmission, {
    authorize: ownSubmission,
    async handle({ resource }) {
      return { status: 200, body: await readSubmission(context, resource) };
    },
  });

  registerEndpoint(server, context, calls.markSubmission, {
    authorize: ownSubmission,
    async handle({ resource, body, idempotencyKey }) {
      return { status: 200, body: await markSubmission(context, resource, body, idempotencyKey) };
    },
  });
}
