import type { Tables } from './schema.ts';

type Column<Name extends keyof Tables> = keyof Tables[Name] & string;

/** `itself`: a function of the room ends those that must end; the test says which. */
type Fate = 'end' | 'keep' | 'itself';

/** What a new password, whoever sets it, "log out everywhere" and a suspension do to an account's own rows. */
export type Occasion = 'newPassword' | 'logOut' | 'suspension';

type SecretTable<Name extends keyof Tables> = {
  /** A secret, its hash, or what seals it. */
  secret: Column<Name> | readonly Column<Name>[];
  /** Of a backup, after which it may have been ended or used. */
  restore: Fate;
  /** Of the person. */
  erasure: Fate;
} & (
  | { [When in Occasion]: Fate }
  /** Of no account. */
  | { [When in Occasion]?: never }
);

/**
 * Every table that holds a secret, and what each occasion does with it. No export gives one out. Tests do each occasion by
 * this list (`tests/api/secrets.test.ts`); a column of text that is neither here nor listed there as plain fails.
 */
export type SecretTables = { readonly [Name in keyof Tables]?: SecretTable<Name> };

export const platformSecrets = {
  // A link in a waiting mail ends with its own row; without a key it is in the text. Links that turn off mails are signed.
  outbox: { secret: ['sealed', 'text', 'html', 'turn_off_url'], restore: 'keep', erasure: 'end' },
} as const satisfies SecretTables;
