import {
  makeRegisterEndpoint,
  type AccessCheck,
  type AccessRule,
} from '../platform/http/register-endpoint.ts';
import { sessionTokenOf } from './session-cookie.ts';
import { viewerOfSession } from './sessions.ts';
import type { Viewer } from './viewer.ts';

/** What the rule of a call with a session may look at. */
export type ViewerCheck = AccessCheck<Viewer>;
/** The access rule of a call with a session; `Resource` is what it hands to the handler. */
export type ViewerRule<Resource> = AccessRule<Viewer, Resource>;

/** Mounts a call of the contract whose access rule knows who is signed in. */
export const registerEndpoint = makeRegisterEndpoint<Viewer>(async (request, context) => {
  const token = sessionTokenOf(request, context.settings);
  return token === null ? null : viewerOfSession(context, token);
});
