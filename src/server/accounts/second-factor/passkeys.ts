import { createHash } from 'node:crypto';
import type { CreatedPasskey, SignedByPasskey } from '#contract/accounts/second-factor-calls';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { issueChallenge, takeChallenge, countUse, type FactorRow, factorsOf } from './factor-queries.ts';
import type { Proof } from './check-code.ts';
import { words } from './words.ts';
import { isIP } from 'node:net';
import type { Settings } from '../../platform/settings/settings.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;
type Who = { accountId: number; holder: string };

/** Loaded with the first passkey: it needs megabytes of certificate readers. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256. By default the library adds algorithms that Node calls experimental. */
const algorithms = [-8, -7, -257];

/** @throws 409 without PUBLIC_URL */
function requireSite({ settings }: Pick<Context, 'settings'>): PasskeySite {
  const site = passkeySite(settings);
  if (site === null) throw httpErrors.conflict(words.noPasskeys);
  return site;
}

function credentialsOf(factors: readonly FactorRow[]) {
  return factors.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, transports: parseTransports(transports) }],
  );
}

const parseTransports = (stored: string | null) => (stored === null ? [] : (JSON.parse(stored) as string[]));

/** The same for all passkeys of an account; reveals nothing about it. */
function userHandle(site: PasskeySite, accountId: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(`${site.id} account ${accountId}`).digest());
}

/** @throws 409 */
export async function passkeyToMake(
  context: Context,
  { accountId, holder, email, name }: Who & { email: string; name: string },
) {
  const { database, settings } = context;
  const site = requireSite(context);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: `${settings.academyName} student portal`,
    rpID: site.id,
    userName: email,
    userDisplayName: name,
    userID: userHandle(site, accountId),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: credentialsOf(await factorsOf(database.reader, accountId)) as never,
    // The password is the other factor, so the device need not verify its user.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await keepChallenge(context, holder, 'add-passkey', options.challenge);
  return options;
}

/** @throws 409 */
export async function passkeyToSign(context: Context, { accountId, holder }: Who) {
  const site = requireSite(context);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    allowCredentials: credentialsOf(await factorsOf(context.database.reader, accountId)),
    userVerification: 'preferred',
  });
  await keepChallenge(context, holder, 'prove', options.challenge);
  return options;
}

async function keepChallenge(
  { database, clock }: Context,
  holder: string,
  purpose: 'add-passkey' | 'prove',
  value: string,
): Promise<void> {
  const now = clock.now();
  await database.transaction((writer) => issueChallenge(writer, { holder, purpose, value, now }));
}

/** @throws 400 without a challenge: each allows one answer */
async function usedChallenge({ database, clock }: Context, holder: string, purpose: 'add-passkey' | 'prove') {
  const now = clock.now();
  const challenge = await database.transaction((writer) => takeChallenge(writer, { holder, purpose, now }));
  if (challenge === null) throw httpErrors.badRequest(words.passkeyTooLate);
  return challenge;
}

/** @throws 400, 409 */
export async function checkNewPasskey(context: Context, { holder }: Who, passkey: CreatedPasskey) {
  const site = requireSite(context);
  const expectedChallenge = await usedChallenge(context, holder, 'add-passkey');
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...passkey, clientExtensionResults: {} } as never,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => {
    throw httpErrors.badRequest(words.passkeyRefused);
  });
  if (!verified) throw httpErrors.badRequest(words.passkeyRefused);
  const { credential } = registrationInfo;
  return {
    credential_id: credential.id,
    secret: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(passkey.response.transports ?? []),
  };
}

/** @throws 400, 409 */
export async function checkPasskey(
  context: Context,
  { accountId, holder }: Who,
  passkey: SignedByPasskey,
): Promise<Proof> {
  const site = requireSite(context);
  const { database, clock } = context;
  const expectedChallenge = await usedChallenge(context, holder, 'prove');
  const factors = await factorsOf(database.reader, accountId);
  const factor = factors.find(({ credentialId }) => credentialId === passkey.id);
  if (factor === undefined) throw httpErrors.badRequest(words.passkeyUnknown);
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...passkey, clientExtensionResults: {} } as never,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(factor.secret, 'base64url')),
      counter: factor.counter,
    },
    requireUserVerification: false,
  }).catch(() => {
    throw httpErrors.badRequest(words.passkeyRefused);
  });
  if (!verified) throw httpErrors.badRequest(words.passkeyRefused);
  return {
    async use(writer: Writer) {
      const { newCounter: counter } = authenticationInfo;
      const use = { id: factor.id, before: factor.counter, counter, now: clock.now() };
      if (!(await countUse(writer, use))) throw httpErrors.badRequest(words.passkeyTooLate);
    },
  };
}

/** The host that passkeys are bound to, and the only accepted origin. */
export type PasskeySite = { id: string; origin: string };

/**
 * Derived from `PUBLIC_URL` alone, since a request's host may be forged. Null where browsers make no
 * passkeys: without it, over plain HTTP except on localhost, and for an IP address.
 */
export function passkeySite({ publicUrl }: Pick<Settings, 'publicUrl'>): PasskeySite | null {
  if (publicUrl === null) return null;
  const { hostname, protocol, origin } = publicUrl;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNumber = hostname.startsWith('[') || isIP(hostname) !== 0;
  return (protocol === 'https:' || isLocal) && !isNumber ? { id: hostname, origin } : null;
}
