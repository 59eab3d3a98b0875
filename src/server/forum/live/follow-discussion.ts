import { hashToken } from '../../accounts/random-token.ts';
import { viewerOfSessionHash } from '../../accounts/sessions/sessions.ts';
import type { AppContext } from '../../platform/context.ts';
import { HttpError } from '../../platform/http/http-errors.ts';
import type { EventStream } from '../../platform/http/register-endpoint.ts';
import { discussionAccess, type DiscussionAccess } from '../policy.ts';
import type { DiscussionStreams } from './discussion-streams.ts';

type Reading = {
  /** The address or batch name that stands in the call's path. */
  named: string;
  /** The session's token; null for a request without one. */
  token: string | null;
  /** The version that the reader has seen; null where none is told. */
  after: number | null;
};

/** Whether a session still opens the discussion of a batch by what stands in a call's path. It is no use of the session. */
async function mayRead(
  context: AppContext,
  { named, batchId, tokenHash }: { named: string; batchId: number; tokenHash: string },
): Promise<boolean> {
  const viewer = await viewerOfSessionHash(context, tokenHash, false);
  try {
    const access = await discussionAccess({ viewer, params: { s_id: named }, context });
    return access.batch?.id === batchId;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

/**
 * Follows a discussion as long as the session opens it: a stream of server-sent events, which is empty and ends at once for a
 * student who waits for placement.
 * @throws a 503 error while the process stops, and where as many are open as there may be
 */
export function followDiscussion(
  context: AppContext,
  streams: DiscussionStreams,
  { viewer, batch }: DiscussionAccess,
  { named, token, after }: Reading,
): EventStream {
  if (batch === null || token === null) return (out) => void out.end();
  const tokenHash = hashToken(token);
  return streams.open({
    batchId: batch.id,
    accountId: viewer.accountId,
    seen: Number.isSafeInteger(after) ? after : null,
    mayRead: () => mayRead(context, { named, batchId: batch.id, tokenHash }),
  });
}
