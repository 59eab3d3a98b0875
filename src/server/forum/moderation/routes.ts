import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Discussion } from '#contract/forum/calls';
import * as calls from '#contract/forum/moderation-calls';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
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
  const on = makeRegistrar(server, context);

  on(calls.reportPost, discussionAccess, async ({ resource: access, params, body, idempotencyKey }) => {
    const { isNew } = await reportPost(context, access, { id: params.id, ...body }, idempotencyKey);
    return { status: isNew ? 201 : 200, body: { already_reported: !isNew } } as const;
  });

  on(calls.listReports, discussionAccess, ({ resource: access }) => listReports(context, access));

  on(calls.dismissReports, discussionAccess, ({ resource: access, params, body, idempotencyKey }) =>
    dismissReports(context, access, { id: params.id, ...body }, idempotencyKey),
  );

  on(
    calls.moderatePost,
    discussionAccess,
    async ({ resource: access, params, body, idempotencyKey, request }) => {
      await moderatePost(context, access, { id: params.id, ...body }, idempotencyKey);
      return answer(access, request, params);
    },
  );

  on(calls.listHiddenPosts, discussionAccess, ({ resource: access, query }) =>
    listHiddenPosts(context, access, query),
  );
}
