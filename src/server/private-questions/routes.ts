import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/private-questions/calls';
import { hashToken } from '../accounts/random-token.ts';
import { makeRegistrar } from '../accounts/sessions/register-endpoint.ts';
import { sessionTokenOf } from '../accounts/sessions/cookies.ts';
import { mayStillRead, streamHeaders, versionSeen } from '../forum/live/follow-discussion.ts';
import { makeDiscussionStreams } from '../forum/live/discussion-streams.ts';
import type { AppContext } from '../platform/context.ts';
import { changePrivateQuestion } from './change-question.ts';
import { privateAccess, type PrivateAccess } from './policy.ts';
import { versionOf } from './queries.ts';
import { readPrivateQuestions } from './read-questions.ts';
import { sendPrivatePost } from './send-post.ts';

export function registerPrivateQuestionRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);

  // Presence stays the forum's.
  const streams = makeDiscussionStreams(context, { come: () => undefined, leave: () => undefined });
  server.addHook('onClose', () => streams.close());

  on(calls.readPrivate, privateAccess, async ({ resource: access, query }) => {
    const { question: only, ...page } = query;
    return readPrivateQuestions(context, access, { ...page, only });
  });

  on(calls.sendPrivate, privateAccess, async ({ resource: access, body, idempotencyKey }) => {
    const id = await sendPrivatePost(context, access, body, idempotencyKey);
    return readPrivateQuestions(context, access, { only: String(id) });
  });

  on(
    calls.changePrivate,
    privateAccess,
    async ({ resource: access, params, body: change, idempotencyKey }) => {
      await changePrivateQuestion(context, access, { id: params.id, change }, idempotencyKey);
      return readPrivateQuestions(context, access, { only: params.id });
    },
  );

  on(
    calls.followPrivate,
    privateAccess,
    async ({ resource: { viewer, scope }, params, query, request, reply }) => {
      const token = sessionTokenOf(request, context.settings);
      reply.headers(streamHeaders);
      if (scope === null || token === null) return (out) => void out.end();
      const tokenHash = hashToken(token);
      const { batchId, authorId } = scope;
      const isSame = ({ scope: now }: PrivateAccess) => now?.batchId === batchId && now.authorId === authorId;
      return streams.open({
        topic: authorId === null ? `private-questions-in:${batchId}` : `private-questions-of:${authorId}`,
        async read() {
          const version = await versionOf(context.database.reader, scope);
          // Complete from now on: a reader who is behind loads the list again.
          return { version, since: version, rows: [] };
        },
        batchId,
        accountId: viewer.accountId,
        seen: versionSeen(request, query.after),
        mayRead: () => mayStillRead(context, privateAccess, { named: params.s_id, tokenHash }, isSame),
      });
    },
    { takesLong: true },
  );
}
