import type { FastifyRequest } from 'fastify';
import type { Discussion } from '#contract/forum/calls';
import type { ViewerRule } from '../accounts/sessions/viewer.ts';
import type { Reader } from '../platform/database/database.ts';
import { prefersMinimal } from '../platform/http/headers.ts';
import type { SerializedJson } from '../platform/http/serialized-json.ts';
import type { DiscussionAccess } from './policy.ts';

/** By default the newest page. */
export type DiscussionRange = {
  limit?: number | undefined;
  /** A question's id. */
  before?: string | undefined;
  /** The last to show, whatever was asked later. */
  upTo?: number;
  /** Shows only this question, if it is there. */
  only?: number;
};

/** One query if the cache is current, else two or three. @throws 400 for a `before` the batch never had */
export type DiscussionReader = (
  access: DiscussionAccess,
  range?: DiscussionRange,
) => Promise<SerializedJson<Discussion>>;

/** What the discussion's calls share in one portal. */
export type ForumState = {
  /** Every call keeps its account online. */
  tracked: ViewerRule<DiscussionAccess>;
  read: DiscussionReader;
};

type Changed = { resource: DiscussionAccess; params: { id: string }; request: FastifyRequest };

/**
 * Changes answer with the newest page (specification, section 7), about 130 KB; with `Prefer: return=minimal`
 * with the question only.
 */
export const answerWithDiscussion =
  ({ read }: ForumState) =>
  (_: Reader, { resource, params, request }: Changed) =>
    read(resource, prefersMinimal(request) ? { only: Number(params.id) } : {});
