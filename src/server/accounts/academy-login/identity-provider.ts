import { setTimeout as sleep } from 'node:timers/promises';
import type { Configuration } from 'openid-client';
import { hourMs } from '#contract/durations';
import { elsewhere } from '../../platform/work-kind.ts';
import type { OidcSettings } from '../../platform/settings/settings.ts';
import { AcademyLoginError, type Identity, identityOf, isComplete } from './identity.ts';
import type { LoginFlow } from './login-flow.ts';

/** How long the provider's discovery document is cached; longer while the provider is down. */
const freshMs = hourMs;
/** Pause between failed discoveries. */
const pauseMs = 3_000;

/** Loaded with the first login, so that neither the start nor password logins wait for it. */
const loadClient = () => import('openid-client');

export type IdentityProvider = {
  authorizationUrl(flow: LoginFlow): Promise<URL>;
  /**
   * Redeems the authorization code and checks state, nonce, PKCE, issuer, audience, times and signature.
   * @param query of the callback's address
   */
  redeem(query: string, flow: LoginFlow): Promise<Identity>;
};

export function makeIdentityProvider(
  oidc: OidcSettings,
  redirectUri: string,
  now: () => number,
): IdentityProvider {
  let known: { configuration: Configuration; readAt: number } | null = null;
  let reading: Promise<Configuration> | null = null;
  let failedAt = -Infinity;

  async function read(): Promise<Configuration> {
    const client = await loadClient();
    const extensions = [client.enableNonRepudiationChecks];
    if (oidc.issuer.protocol === 'http:') extensions.push(client.allowInsecureRequests);
    const authentication = oidc.clientSecret === null ? client.None() : undefined;
    const secret = oidc.clientSecret ?? undefined;
    return client.discovery(oidc.issuer, oidc.clientId, secret, authentication, {
      timeout: oidc.timeoutMs / 1000,
      execute: extensions,
    });
  }

  /** Concurrent callers share one discovery; a failed one keeps the cached document. */
  async function configuration(): Promise<Configuration> {
    if (known !== null && now() - known.readAt < freshMs) return known.configuration;
    if (reading === null && Math.abs(now() - failedAt) >= pauseMs) {
      reading = read();
      reading
        .then(
          (configured) => (known = { configuration: configured, readAt: now() }),
          () => (failedAt = now()),
        )
        .finally(() => (reading = null));
    }
    try {
      if (reading !== null) return await reading;
    } catch (error) {
      if (known === null) throw new AcademyLoginError('academy-away', { cause: error });
    }
    if (known === null) throw new AcademyLoginError('academy-away');
    return known.configuration;
  }

  async function redeem(query: string, flow: LoginFlow): Promise<Identity> {
    const client = await loadClient();
    const configured = await configuration();
    const tokens = await client.authorizationCodeGrant(configured, new URL(`${redirectUri}${query}`), {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.codeVerifier,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (idToken === undefined) throw new AcademyLoginError('academy-failed');
    if (isComplete(idToken, oidc) || configured.serverMetadata().userinfo_endpoint === undefined)
      return identityOf(idToken, oidc);
    const more = await client.fetchUserInfo(configured, tokens.access_token, idToken.sub);
    return identityOf({ ...more, ...idToken }, oidc);
  }

  return {
    async authorizationUrl({ state, nonce, codeChallenge }) {
      const { buildAuthorizationUrl } = await loadClient();
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: oidc.scope,
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      });
    },
    async redeem(query, flow) {
      const stop = new AbortController();
      const late = sleep(2 * oidc.timeoutMs, undefined, { signal: stop.signal, ref: false }).then(() => {
        throw new AcademyLoginError('academy-away');
      });
      late.catch(() => {});
      try {
        return await elsewhere(() => Promise.race([redeem(query, flow), late]));
      } catch (error) {
        throw await toAcademyLoginError(error);
      } finally {
        stop.abort();
      }
    },
  };
}

async function toAcademyLoginError(error: unknown): Promise<AcademyLoginError> {
  if (error instanceof AcademyLoginError) return error;
  const { AuthorizationResponseError, ClientError } = await loadClient();
  if (error instanceof AuthorizationResponseError) {
    const isAway = error.error === 'temporarily_unavailable' || error.error === 'server_error';
    return new AcademyLoginError(isAway ? 'academy-away' : 'academy-declined', { cause: error });
  }
  const status = (error as { cause?: { status?: unknown } }).cause?.status;
  const isAway =
    // `fetch` throws this when nothing answers.
    (error instanceof TypeError && error.cause !== undefined) ||
    (error instanceof ClientError &&
      (error.code === 'OAUTH_TIMEOUT' || (typeof status === 'number' && status >= 500)));
  return new AcademyLoginError(isAway ? 'academy-away' : 'academy-failed', { cause: error });
}
