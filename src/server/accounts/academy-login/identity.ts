import { isEmail, limits, normalizeEmail } from '#contract/limits';
import { isPersonName } from '#contract/accounts/person-name';
import type { OidcSettings } from '../../platform/settings/settings.ts';
import { type AcademyLoginFailure, academyLoginFailures } from '#contract/accounts/academy-failures';

/** `failure` names the message on the login screen. */
export class AcademyLoginError extends Error {
  readonly failure: AcademyLoginFailure;

  constructor(failure: AcademyLoginFailure, options?: ErrorOptions) {
    super(academyLoginFailures[failure], options);
    this.failure = failure;
  }
}

type Claims = Readonly<Record<string, unknown>>;

export type Identity = {
  issuer: string;
  /** Stable and never reassigned, unlike an address. */
  subject: string;
  /** Verified by the provider; null without one. */
  email: string | null;
  name: string | null;
  /** Null without a role claim. */
  role: 'mentor' | 'administrator' | null;
};

/** A claim by its name, else by a dotted path such as `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Claims)[key]
          : undefined,
      claims,
    );
}

/** Whether the ID token has every claim, so that no userinfo request is needed. */
export function isComplete(claims: Claims, { roleClaim }: Pick<OidcSettings, 'roleClaim'>): boolean {
  return (
    claims['email'] !== undefined &&
    claims['email_verified'] !== undefined &&
    claims['name'] !== undefined &&
    (roleClaim === null || claimAt(claims, roleClaim) !== undefined)
  );
}

/** Some providers send the flag as text. */
const isVerified = (claims: Claims) =>
  claims['email_verified'] === true || claims['email_verified'] === 'true';

function emailOf(claims: Claims): string | null {
  const { email } = claims;
  if (typeof email !== 'string' || !isVerified(claims)) return null;
  const address = normalizeEmail(email);
  return isEmail(address) && !address.includes('\0') ? address : null;
}

function nameOf({ name, given_name, family_name }: Claims): string | null {
  const words = typeof name === 'string' ? [name] : [given_name, family_name];
  const text = words.filter((word) => typeof word === 'string').join(' ');
  const plain = text.replaceAll(/\s+/gu, ' ').trim();
  return plain !== '' && plain.length <= limits.name && isPersonName(plain) ? plain : null;
}

function roleOf(
  claims: Claims,
  { roleClaim, mentorRole, administratorRole }: RoleSettings,
): Identity['role'] {
  if (roleClaim === null) return null;
  const value = claimAt(claims, roleClaim);
  const roles: unknown[] = Array.isArray(value) ? value : [value];
  if (administratorRole !== null && roles.includes(administratorRole)) return 'administrator';
  return mentorRole !== null && roles.includes(mentorRole) ? 'mentor' : null;
}
type RoleSettings = Pick<OidcSettings, 'roleClaim' | 'mentorRole' | 'administratorRole'>;

export function identityOf(claims: Claims & { iss: string; sub: string }, settings: RoleSettings): Identity {
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: emailOf(claims),
    name: nameOf(claims),
    role: roleOf(claims, settings),
  };
}
