import type { FastifyInstance } from 'fastify';
import { favoriteQuestion as favoriteCall, unfavoriteQuestion } from '#contract/forum/calls';
import * as calls from '#contract/forum/unread-calls';
import type { ViewerRule } from '../../accounts/sessions/viewer.ts';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import type { DiscussionAccess } from '../policy.ts';
import {
  countUnread,
  favoriteQuestion,
  markQuestion,
  readAllQuestions,
  readQuestion,
  type ReaderMark,
} from './reading-state.ts';

/** Read marks answer with the new count. */
export function registerUnreadRoutes(
  server: FastifyInstance,
  context: AppContext,
  authorize: ViewerRule<DiscussionAccess>,
): void {
  registerEndpoint(server, context, calls.countUnread, {
    authorize,
    async handle({ resource: access }) {
      return { status: 200, body: await countUnread(context, access) };
    },
  });

  registerEndpoint(server, context, calls.readAllQuestions, {
    authorize,
    async handle({ resource: access, body, idempotencyKey }) {
      await readAllQuestions(context, access, body.version, idempotencyKey);
      return { status: 200, body: await countUnread(context, access) };
    },
  });

  registerEndpoint(server, context, calls.readQuestion, {
    authorize,
    async handle({ resource: access, params, body }) {
      // Idempotent without a stored key.
      await readQuestion(context, access, { id: params.id, comment: body.comment });
      return { status: 200, body: await countUnread(context, access) };
    },
  });

  const marks = [
    [calls.markUnread, { is_unread: 1 }],
    [calls.muteQuestion, { is_muted: 1 }],
    [calls.unmuteQuestion, { is_muted: 0 }],
  ] as const satisfies [unknown, ReaderMark][];
  for (const [call, mark] of marks) {
    registerEndpoint(server, context, call, {
      authorize,
      async handle({ resource: access, params, idempotencyKey }) {
        await markQuestion(context, access, { id: params.id, mark }, idempotencyKey);
        return { status: 200, body: await countUnread(context, access) };
      },
    });
  }

  const favorites = [
    [favoriteCall, true],
    [unfavoriteQuestion, false],
  ] as const;
  for (const [call, isFavorite] of favorites)
    registerEndpoint(server, context, call, {
      authorize,
      async handle({ resource: access, params, idempotencyKey }) {
        await favoriteQuestion(context, access, { id: params.id, isFavorite }, idempotencyKey);
        return { status: 204 };
      },
    });
}
