import type { FastifyRequest } from 'fastify';
import * as calls from '#contract/forum/calls';
import { hashToken } from '../../accounts/random-token.ts';
import { sessionTokenOf } from '../../accounts/sessions/cookies.ts';
import { read } from '../../accounts/sessions/act.ts';
import { viewerOfSessionHash } from '../../accounts/sessions/sessions.ts';
import type { ViewerRule } from '../../accounts/sessions/viewer.ts';
import type { AppContext } from '../../platform/context.ts';
import { HttpError } from '../../platform/http/http-errors.ts';
import type { EventStream } from '../../platform/http/register-endpoint.ts';
import type { ForumState } from '../forum-state.ts';
import { discussionAccess, type DiscussionAccess } from '../policy.ts';
import { readChanges } from './changes-since.ts';
import type { DiscussionStreams } from './discussion-streams.ts';

/** Against proxies' buffers (`X-Accel-Buffering`: nginx). */
export const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** The reader's version by `Last-Event-ID`, else by the query; null for none. */
export function versionSeen({ headers }: FastifyRequest, after: number | undefined): number | null {
  const named = headers['last-event-id'];
  const version = named === undefined ? after : Number(named);
  return version !== undefined && Number.isSafeInteger(version) ? version : null;
}

type Reading = {
  /** The path's email or batch name. */
  named: string;
  token: string | null;
  seen: number | null;
};

/** Does not count as use of the session. @param isSame whether it still gives what the stream shows */
export async function mayStillRead<Access>(
  context: AppContext,
  rule: ViewerRule<Access>,
  { named, tokenHash }: { named: string; tokenHash: string },
  isSame: (access: Access) => boolean,
): Promise<boolean> {
  const viewer = await viewerOfSessionHash(context, tokenHash, false);
  try {
    return isSame(await rule({ viewer, params: { s_id: named }, context }));
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

/**
 * While the session has access; empty before placement. @throws 503 while stopping, and at the maximum of
 * streams
 */
function followDiscussion(
  context: AppContext,
  streams: DiscussionStreams,
  { viewer, batch }: DiscussionAccess,
  { named, token, seen }: Reading,
): EventStream {
  if (batch === null || token === null) return (out) => void out.end();
  const tokenHash = hashToken(token);
  const isSame = (access: DiscussionAccess) => access.batch?.id === batch.id;
  return streams.open({
    topic: `batch:${batch.id}`,
    read: (since) => readChanges(context.database.reader, { batchId: batch.id, since }),
    batchId: batch.id,
    accountId: viewer.accountId,
    seen,
    mayRead: () => mayStillRead(context, discussionAccess, { named, tokenHash }, isSame),
  });
}

export const followCall = ({ tracked }: ForumState, streams: DiscussionStreams) =>
  read(calls.followDiscussion, {
    who: tracked,
    takesLong: true,
    async run({ context, resource, params, query, request, reply }) {
      const token = sessionTokenOf(request, context.settings);
      const seen = versionSeen(request, query.after);
      const body = followDiscussion(context, streams, resource, { named: params.s_id, token, seen });
      reply.headers(streamHeaders);
      return body;
    },
  });
