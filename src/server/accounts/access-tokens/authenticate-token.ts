import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessScope } from '#contract/accounts/access-scopes';
import { minuteMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors, type HttpError } from '../../platform/http/http-errors.ts';
import { networkOf } from '../../platform/http/limits/network-of.ts';
import { admitNetwork, refuse } from '../../platform/http/limits/request-limit.ts';
import { logSecurityEvent } from '../../platform/http/security-log.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { instantOfDay } from '../../platform/zoned-time.ts';
import { runAs } from '../../platform/work-kind.ts';
import { hashToken } from '../random-token.ts';
import { toViewer, type Viewer } from '../sessions/viewer.ts';
import { readBearer } from './access-token.ts';
import { holderOfAccessToken, scopesOf } from './access-token-queries.ts';
import { noteTokenUse } from './token-uses.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The holder of the access token that the request has; null without one. */
    bearer: Viewer | null;
  }
}

/** Interval of "last used". */
const touchMs = 5 * minuteMs;

type Holder = { viewer: Viewer; scopes: AccessScope[] };

/** Null for an unknown, revoked or ended token. Read per request, so that all of them are refused at once. */
async function holderOf(context: AppContext, token: string, network: string): Promise<Holder | null> {
  const { database, clock, settings } = context;
  const now = clock.now();
  const [row] = await holderOfAccessToken(database.reader, { tokenHash: hashToken(token), now });
  if (row === undefined) return null;
  const { tokenId: id, tokenName: name, accountId, usedAt, onlyBatchId } = row;
  const dayBegan = instantOfDay(now, settings.academyZone);
  if (usedAt === null || now - usedAt >= touchMs || usedAt < dayBegan)
    noteTokenUse({ database }, { id, name, accountId, network, at: now, dayBegan });
  const viewer = await toViewer(database.reader, row);
  const scopes = scopesOf(row);
  if (onlyBatchId === null) return { viewer: { ...viewer, token: { onlyBatch: false } }, scopes };
  const batches = viewer.batches.filter((batch) => batch.id === onlyBatchId);
  return { viewer: { ...viewer, batches, token: { onlyBatch: true } }, scopes };
}

function refuseToken(reply: FastifyReply, error: string, refusal: HttpError): never {
  reply.header('WWW-Authenticate', `Bearer realm="Capstone", error="${error}"`);
  throw refusal;
}

/** @throws 401 for a token that does not work, 403 for a call that it may not make, 429 */
async function authenticate(context: AppContext, request: FastifyRequest, reply: FastifyReply) {
  // Guesses are counted before they cost anything.
  const excess = await admitNetwork({ request }, 'call');
  if (excess !== null) await refuse(request, excess);
  const token = readBearer(request.headers.authorization ?? '');
  const holder = token === null ? null : await holderOf(context, token, networkOf(request.ip));
  if (holder === null) {
    logSecurityEvent(request, 'token-refused');
    return refuseToken(reply, 'invalid_token', httpErrors.invalidToken(serverMessages.tokenRefused));
  }
  const { viewer, scopes } = holder;
  const { scope } = request.routeOptions.config;
  request.accountId = viewer.accountId;
  if (scope === null || (scope !== undefined && !scopes.includes(scope)))
    refuseToken(reply, 'insufficient_scope', httpErrors.insufficientScope(serverMessages.tokenScope));
  // A route beside the contract declares no scope: it sees a visitor.
  if (scope === undefined) return;
  // A batch's restriction is one of an administrator too, who otherwise may see everything.
  const isRestricted = viewer.token?.onlyBatch === true && scope === 'batch:read';
  request.bearer = isRestricted ? { ...viewer, role: 'mentor' } : viewer;
}

/** Before every call, also of those that are open to everybody: who sends a token never gets another reader's answer. */
export function authenticateTokens(server: FastifyInstance, context: AppContext): void {
  server.addHook('onRequest', (request, reply, done) => {
    const url = request.routeOptions.url ?? '';
    if (request.headers.authorization === undefined || !/^\/api(?:\/|$)/.test(url)) return done();
    const kind = url.split('/')[2] ?? 'other';
    const admit = async (): Promise<void> => {
      let refusal: unknown;
      try {
        await authenticate(context, request, reply);
      } catch (error) {
        refusal = error;
      }
      done(refusal as Error | undefined);
    };
    void runAs(kind, admit, request);
  });
}
