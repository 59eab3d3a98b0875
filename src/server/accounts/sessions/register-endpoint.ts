import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/wire/endpoint';
import { accountHeader } from '#contract/limits';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors, type HttpError } from '../../platform/http/http-errors.ts';
import {
  makeRegisterEndpoint,
  type CallOptions,
  type Handler,
  type RequestOf,
} from '../../platform/http/register-endpoint.ts';
import { hasAddress, type Viewer, type ViewerRule } from './viewer.ts';
import { anyone, mustSetUpFactor } from '../policy.ts';
import { sessionTokenOf, deviceTokenOf } from './cookies.ts';
import { viewerOfSession } from './sessions.ts';
import { admit, admitNetwork, type RequestKind } from '../../platform/http/limits/request-limit.ts';
import { accountOfDevice } from './known-devices.ts';

/**
 * Counts a request for its account, or for its network without a session. Where others of that network have used up its limit,
 * a known device still gets through to the login.
 * @returns 429 with Retry-After beyond the limit
 */
export async function countRequest(of: RequestOf<Viewer>, what: RequestKind): Promise<HttpError | null> {
  const { request, context, viewer } = of;
  if (viewer !== null) {
    const role = viewer.role === 'student' ? 'student' : 'staff';
    const kind = what === 'long' || what === 'submission' ? what : role;
    return admit(request, { kind, id: viewer.accountId }, what);
  }
  const excess = await admitNetwork(of, what);
  if (excess === null) return null;
  const token = deviceTokenOf(request, context.settings);
  const account = token && (await accountOfDevice(context, token));
  return account ? admit(request, { kind: 'device', id: account }, what) : excess;
}

/** Whether the request names another account than the session's. */
function isForAnother({ headers }: FastifyRequest, viewer: Viewer): boolean {
  const named = headers[accountHeader.toLowerCase()];
  if (typeof named !== 'string') return false;
  try {
    return !hasAddress(viewer, decodeURIComponent(named));
  } catch {
    return true;
  }
}

/** Null without a session, and when the request names another account. */
export async function viewerOfRequest(request: FastifyRequest, context: AppContext): Promise<Viewer | null> {
  const token = sessionTokenOf(request, context.settings);
  const viewer = token === null ? null : await viewerOfSession(context, token);
  return viewer === null || isForAnother(request, viewer) ? null : viewer;
}

/** Null for visitors, and if the lookup fails. */
export async function viewerIfKnown(request: FastifyRequest, context: AppContext): Promise<Viewer | null> {
  if (request.headers.cookie === undefined) return null;
  return viewerOfRequest(request, context).catch(() => null);
}

const register = makeRegisterEndpoint<Viewer>(viewerOfRequest, countRequest);

/** Calls open before a required second factor is set up. */
const isOpenBefore = ({ path }: Endpoint, authorize: unknown) =>
  authorize === anyone || path.startsWith('/api/auth/') || /^\/api\/account(?:\/|$)/.test(path);

/**
 * Registers calls for sessions: `on(call, access rule, handler)`.
 *
 *     const on = makeRegistrar(server, context);
 *     on(calls.listPhrases, staff, ({ resource: viewer }) => listPhrases(context, viewer));
 */
export const makeRegistrar = (server: FastifyInstance, context: AppContext) =>
  function on<const E extends Endpoint, Resource>(
    call: E,
    authorize: ViewerRule<Resource>,
    handle: Handler<E, Viewer, Resource>,
    options: CallOptions = {},
  ): void {
    const withFactor: ViewerRule<Resource> = (check) => {
      if (check.viewer !== null && mustSetUpFactor(check.viewer, context.settings))
        throw httpErrors.secondFactorRequired(ownAccountMessages.secondFactorRequired);
      return authorize(check);
    };
    const rule = isOpenBefore(call, authorize) ? authorize : withFactor;
    register(server, context, call, { ...options, authorize: rule, handle });
  };
