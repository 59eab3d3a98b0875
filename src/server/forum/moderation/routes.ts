import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Discussion } from '#contract/forum/calls';
import * as calls from '#contract/forum/moderation-calls';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import type { SerializedJson } from '../../platform/http/serialized-json.ts';
import { discussionAccess, type DiscussionAccess } from '../policy.ts';
import { dismissReports, listReports, listHiddenPosts } from './moderated-posts.ts';
import { moderatePost } from './moderate-post.ts';
import { reportPost } from './report-post.ts';

type AnswerOfChange = (
  access: DiscussionAccess,
  request: FastifyRequest,
  params: { id: string },
) => Promise<SerializedJson<Discussion>>;

/** @param answer to a changed question */
export function registerModerationRoutes(
  server: FastifyInstance,
  context: AppContext,
  answer: AnswerOfChange,
): void {
  registerEndpoint(server, context, calls.reportPost, {
    authorize: discussionAccess,
    async handle({ resource: access, params, body, idempotencyKey }) {
      const { isNew } = await reportPost(context, access, { id: params.id, ...body }, idempotencyKey);
      return isNew
        ? { status: 201, body: { already_reported: false } }
        : { status: 200, body: { already_reported: true } };
    },
  });

  registerEndpoint(server, context, calls.listReports, {
    authorize: discussionAccess,
    async handle({ resource: access }) {
      return { status: 200, body: await listReports(context, access) };
    },
  });

  registerEndpoint(server, context, calls.dismissReports, {
    authorize: discussionAccess,
    async handle({ resource: access, params, body, idempotencyKey }) {
      await dismissReports(context, access, { id: params.id, ...body }, idempotencyKey);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.moderatePost, {
    authorize: discussionAccess,
    async handle({ resource: access, params, body, idempotencyKey, request }) {
      await moderatePost(context, access, { id: params.id, ...body }, idempotencyKey);
      return { status: 200, body: await answer(access, request, params) };
    },
  });

  registerEndpoint(server, context, calls.listHiddenPosts, {
    authorize: discussionAccess,
    async handle({ resource: access, query }) {
      return { status: 200, body: await listHiddenPosts(context, access, query) };
    },
  });
}
