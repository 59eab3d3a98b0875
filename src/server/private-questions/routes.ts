import type { FastifyInstance } from 'fastify';
import { followPrivate } from '#contract/private-questions/calls';
import { hashToken } from '../accounts/random-token.ts';
import { read, registerDeclared } from '../accounts/sessions/act.ts';
import { sessionTokenOf } from '../accounts/sessions/cookies.ts';
import { mayStillRead, streamHeaders, versionSeen } from '../forum/live/follow-discussion.ts';
import { makeDiscussionStreams, type DiscussionStreams } from '../forum/live/discussion-streams.ts';
import type { AppContext } from '../platform/context.ts';
import { changeCall } from './change-question.ts';
import { privateAccess, type PrivateAccess } from './policy.ts';
import { versionOf } from './queries.ts';
import { readCall } from './read-questions.ts';
import { sendCall } from './send-post.ts';

const followCall = (streams: DiscussionStreams) =>
  read(followPrivate, {
    who: privateAccess,
    takesLong: true,
    async run({ context, resource: { viewer, scope }, params, query, request, reply }) {
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
  });

export function registerPrivateQuestionRoutes(server: FastifyInstance, context: AppContext): void {
  // Presence stays the forum's.
  const streams = makeDiscussionStreams(context, { come: () => undefined, leave: () => undefined });
  server.addHook('onClose', () => streams.close());
  registerDeclared(server, context, [readCall, sendCall, changeCall, followCall(streams)]);
}
