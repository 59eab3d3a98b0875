import type { Tables } from './schema.ts';

type Column<Name extends keyof Tables> = keyof Tables[Name] & string;

/** `itself`: a function of the room ends those that must end. */
type Fate = 'end' | 'keep' | 'itself';

/** What a new password, whoever sets it, "log out everywhere" and a suspension do to an account's own rows. */
export type Occasion = 'newPassword' | 'logOut' | 'suspension';

type SecretTable<Name extends keyof Tables> = {
  /** A secret, its hash, or what seals it. */
  secret: Column<Name> | readonly Column<Name>[];
  /** Of a backup, after which it may have been ended or used. */
  restore: Fate;
} & (
  | { [When in Occasion]: Fate }
  /** Of no account. */
  | { [When in Occasion]?: never }
);

/** Every table that holds a secret; a test finds missing columns. Anonymisation: `PersonalTables`. */
export type SecretTables = { readonly [Name in keyof Tables]?: SecretTable<Name> };

export const platformSecrets = {
  // A link in a waiting mail ends with its own row.
  outbox: { secret: 'sealed', restore: 'keep' },
} as const satisfies SecretTables;
