import { minuteMs } from '#contract/durations';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { signedIn } from '../policy.ts';
import type { Viewer, ViewerRule } from '../sessions/viewer.ts';
import { words } from './words.ts';

/** How long a proof stays fresh, in milliseconds: the login's own counts as one. */
export const proofMs = 10 * minuteMs;

/** Whether the session was proven to be its holder's a moment ago. */
export function isProven({ provenAt }: Pick<Viewer, 'provenAt'>, now: number): boolean {
  return provenAt !== null && now - provenAt < proofMs;
}

/**
 * An access rule for what cannot be undone: whoever it lets through has to have proven a moment ago that they are the
 * session's holder. Never for a call of the specification.
 * @param asked of whom; of `holders` of a second factor alone where the request itself brings the password
 */
export const freshly =
  <Resource>(
    rule: ViewerRule<Resource>,
    asked: 'everybody' | 'holders' = 'everybody',
  ): ViewerRule<Resource> =>
  async (check) => {
    const resource = await rule(check);
    const viewer = check.viewer as Viewer;
    const isAsked = asked === 'everybody' || viewer.hasSecondFactor;
    if (isAsked && !isProven(viewer, check.context.clock.now()))
      throw httpErrors.proofNeeded(words.proofNeeded);
    return resource;
  };

/** Any signed-in user who has proven it a moment ago. */
export const freshlySignedIn: ViewerRule<Viewer> = freshly(signedIn);
/** The same, where the request itself brings the password: asked of those who have more to prove than that. */
export const freshlySignedInHolder: ViewerRule<Viewer> = freshly(signedIn, 'holders');
