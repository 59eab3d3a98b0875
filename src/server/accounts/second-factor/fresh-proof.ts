import { minuteMs } from '#contract/durations';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { signedIn } from '../policy.ts';
import type { Viewer, ViewerRule } from '../sessions/viewer.ts';
import { words } from './words.ts';

/** The login itself counts as a proof. */
export const proofMs = 10 * minuteMs;

export function isProven({ provenAt }: Pick<Viewer, 'provenAt'>, now: number): boolean {
  return provenAt !== null && now - provenAt < proofMs;
}

/**
 * Requires a recent identity check for what cannot be undone; never for a call of the specification.
 * @param asked `holders`: only of users with a second factor, where the request has the password
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

export const freshlySignedIn: ViewerRule<Viewer> = freshly(signedIn);
/** Where the request itself has the password. */
export const freshlySignedInHolder: ViewerRule<Viewer> = freshly(signedIn, 'holders');
