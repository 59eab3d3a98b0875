import { isEmail, limits, normalizeEmail } from '#contract/limits';
import { isPersonName } from '#contract/accounts/person-name';
import type { OidcSettings } from '../../platform/settings/settings.ts';
import { type AcademyLoginFailure, academyLoginFailures } from '#contract/accounts/academy-login';

/** A login with the academy's own account that came to nothing; `failure` names what the login screen says of it. */
export class AcademyLoginError extends Error {
  readonly failure: AcademyLoginFailure;

  constructor(failure: AcademyLoginFailure, options?: ErrorOptions) {
    super(academyLoginFailures[failure], options);
    this.failure = failure;
  }
}

type Claims = Readonly<Record<string, unknown>>;

/** Somebody as an identity provider knows them. */
export type Identity = {
  issuer: string;
  /** Never changes and is never given to somebody else, unlike an address. */
  subject: string;
  /** An address that the provider vouches for; null where there is none. */
  email: string | null;
  name: string | null;
  /** What the role claim says, where the operator has named one. */
  role: 'mentor' | 'administrator' | null;
};

/** A claim by its name, else by the path that the name describes, such as `realm_access.roles`. */
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

/** Whether a provider has said all that a login may want to know. */
export function isComplete(claims: Claims, { roleClaim }: Pick<OidcSettings, 'roleClaim'>): boolean {
  return (
    claims['email'] !== undefined &&
    claims['email_verified'] !== undefined &&
    claims['name'] !== undefined &&
    (roleClaim === null || claimAt(claims, roleClaim) !== undefined)
  );
}

/** Some providers write the flag as a text. */
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

/** What the portal takes from a provider's claims, and nothing else of them. */
export function identityOf(claims: Claims & { iss: string; sub: string }, settings: RoleSettings): Identity {
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: emailOf(claims),
    name: nameOf(claims),
    role: roleOf(claims, settings),
  };
}
