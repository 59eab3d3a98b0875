import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../platform/context.ts';
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

/** The user of a request's session; null without one. */
export async function viewerOfRequest(request: FastifyRequest, context: AppContext): Promise<Viewer | null> {
  const token = sessionTokenOf(request, context.settings);
  return token === null ? null : viewerOfSession(context, token);
}

/** Mounts a call of the contract whose access rule knows who is signed in. */
export const registerEndpoint = makeRegisterEndpoint<Viewer>(viewerOfRequest);
