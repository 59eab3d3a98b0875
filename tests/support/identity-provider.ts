import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Context } from 'oidc-provider';
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';
import type { OidcSettings } from '#server/platform/settings/settings';

/** What a provider says of somebody; `sub` is their unchanging name there. */
export type Person = { sub: string } & Record<string, unknown>;

export type TestProvider = {
  issuer: string;
  /** The portal's settings for it. */
  settings: OidcSettings;
  /** Who sits at the browser; null for somebody who goes back without logging in there. */
  person: Person | null;
  /** How often each of its addresses was asked for. */
  asked: Map<string, number>;
  /** While it is true, it takes requests and never answers. */
  isSilent: boolean;
  /** Goes through the login there as a browser would; @returns the address that the provider sends it back to */
  visit(authorizationUrl: string): Promise<URL>;
  stop(): Promise<void>;
};

/** Under a name of its own the library does not warn of it. */
class Memory extends MemoryAdapter {}

const clientId = 'capstone';
const clientSecret = 'a-secret-of-32-characters-or-more';

/** An OpenID Connect provider on loopback, the library's own, where whoever `person` names is logged in at once. */
export async function startIdentityProvider(portalOrigin: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const test: TestProvider = {
    issuer,
    settings: {
      issuer: new URL(issuer),
      clientId,
      clientSecret,
      button: 'Login with your academy account',
      scope: 'openid email profile',
      timeoutMs: 5_000,
      makesAccounts: true,
      roleClaim: null,
      mentorRole: null,
      administratorRole: null,
    },
    person: null,
    asked: new Map(),
    isSilent: false,
    visit: (url) => visit(url, issuer),
    stop: () => stop(server),
  };
  const provider = new Provider(issuer, {
    adapter: Memory,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${portalOrigin}/login/academy/callback`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    cookies: { keys: ['one of no matter'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: async (_: Context, accountId: string) => ({
      accountId,
      claims: async () => ({ ...test.person, sub: accountId }),
    }),
    // Everybody has agreed already.
    async loadExistingGrant({
      oidc: {
        client,
        session,
        provider: { Grant },
      },
    }: Context) {
      const grant = new Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError(context: Context, out: unknown) {
      context.body = JSON.stringify(out);
    },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    const path = (request.url ?? '').split(/[?]/)[0] ?? '';
    test.asked.set(path, (test.asked.get(path) ?? 0) + 1);
    if (test.isSilent) return;
    if (!path.startsWith('/interaction/')) return void handle(request, response);
    const { person } = test;
    const result =
      person === null ? { error: 'access_denied' } : { login: { accountId: person.sub, remember: false } };
    void provider.interactionFinished(request, response, result);
  });
  return test;
}

async function visit(from: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(from);
  for (let n = 0; n < 8; n++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    const text = await response.text();
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=', 2);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider answered ${response.status}: ${text}`);
    url = new URL(location, url);
    if (url.origin !== issuer) return url;
  }
  throw new Error('The provider leads nowhere');
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
