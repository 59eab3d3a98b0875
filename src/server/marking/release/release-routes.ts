import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/marking/release-calls';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { answerSecondLook } from '../answer-second-look.ts';
import { readMarkHistory } from '../mark-history.ts';
import { closeSubmission, listOpeners, openSubmission } from '../open-submissions.ts';
import { ownBatchOf } from '../../accounts/policy.ts';
import { ownSubmission } from '../policy.ts';
import { releaseMarks } from './release-marks.ts';
import { setCommentFirst } from '../set-comment-first.ts';

/** Registers release, review and open submissions. */
export function registerReleaseRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, calls.releaseMarks, {
    authorize: ownBatchOf,
    async handle({ resource, body, idempotencyKey }) {
      return { status: 200, body: await releaseMarks(context, resource, body, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, calls.listOpeners, {
    authorize: ownSubmission,
    async handle({ resource }) {
      return { status: 200, body: await listOpeners(context, resource) };
    },
  });

  registerEndpoint(server, context, calls.openSubmission, {
    authorize: ownSubmission,
    async handle({ resource }) {
      return { status: 200, body: await openSubmission(context, resource) };
    },
  });

  registerEndpoint(server, context, calls.closeSubmission, {
    authorize: ownSubmission,
    async handle({ resource }) {
      await closeSubmission(context, resource);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.readMarkHistory, {
    authorize: ownSubmission,
    async handle({ resource }) {
      return { status: 200, body: await readMarkHistory(context.database.reader, resource) };
    },
  });

  registerEndpoint(server, context, calls.answerSecondLook, {
    authorize: ownSubmission,
    async handle({ resource, body, idempotencyKey }) {
      return { status: 200, body: await answerSecondLook(context, resource, body.answer, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, calls.setCommentFirst, {
    authorize: ownBatchOf,
    async handle({ resource, body, idempotencyKey }) {
      const { comment_first } = body;
      return { status: 200, body: await setCommentFirst(context, resource, comment_first, idempotencyKey) };
    },
  });
}
