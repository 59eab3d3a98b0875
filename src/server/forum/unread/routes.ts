import type { FastifyInstance } from 'fastify';
import { favoriteQuestion as favoriteCall, unfavoriteQuestion } from '#contract/forum/calls';
import * as calls from '#contract/forum/unread-calls';
import type { ViewerRule } from '../../accounts/sessions/viewer.ts';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
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
  const on = makeRegistrar(server, context);

  on(calls.countUnread, authorize, ({ resource: access }) => countUnread(context, access));

  on(calls.readAllQuestions, authorize, async ({ resource: access, body, idempotencyKey }) => {
    await readAllQuestions(context, access, body.version, idempotencyKey);
    return countUnread(context, access);
  });

  on(calls.readQuestion, authorize, async ({ resource: access, params, body }) => {
    // Idempotent without a stored key.
    await readQuestion(context, access, { id: params.id, comment: body.comment });
    return countUnread(context, access);
  });

  const marks = [
    [calls.markUnread, { is_unread: 1 }],
    [calls.muteQuestion, { is_muted: 1 }],
    [calls.unmuteQuestion, { is_muted: 0 }],
  ] as const satisfies [unknown, ReaderMark][];
  for (const [call, mark] of marks) {
    on(call, authorize, async ({ resource: access, params, idempotencyKey }) => {
      await markQuestion(context, access, { id: params.id, mark }, idempotencyKey);
      return countUnread(context, access);
    });
  }

  const favorites = [
    [favoriteCall, true],
    [unfavoriteQuestion, false],
  ] as const;
  for (const [call, isFavorite] of favorites)
    on(call, authorize, ({ resource: access, params, idempotencyKey }) =>
      favoriteQuestion(context, access, { id: params.id, isFavorite }, idempotencyKey),
    );
}
