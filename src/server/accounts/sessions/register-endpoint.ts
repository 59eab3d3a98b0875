import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/wire/endpoint';
import { accountHeader } from '#contract/limits';
import { messages } from '#contract/messages';
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
import { isOpenToExaminers } from '../examiner-calls.ts';
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
    const byRole = viewer.token === undefined ? role : 'token';
    const kind = what === 'long' || what === 'submission' ? what : byRole;
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

/** Null without a session or an access token, and when the request names another account. */
export async function viewerOfRequest(request: FastifyRequest, context: AppContext): Promise<Viewer | null> {
  if (request.bearer !== null) return request.bearer;
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

/** For visitors, and of one's own account: open before a required second factor is set up, and to examiners. */
const isOpenToAll = ({ path }: Endpoint, authorize: unknown) =>
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
    const isForExaminers = isOpenToExaminers(call);
    const guarded: ViewerRule<Resource> = (check) => {
      const { viewer } = check;
      if (viewer !== null && mustSetUpFactor(viewer, context.settings))
        throw httpErrors.secondFactorRequired(ownAccountMessages.secondFactorRequired);
      if (viewer?.isExaminer === true && !isForExaminers) throw httpErrors.forbidden(messages.forbidden);
      return authorize(check);
    };
    const rule = isOpenToAll(call, authorize) ? authorize : guarded;
    register(server, context, call, { ...options, authorize: rule, handle });
  };
