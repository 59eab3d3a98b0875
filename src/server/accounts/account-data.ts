import type { Role } from '#contract/accounts/calls';
import { announce } from '../platform/database/announce.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import {
  erasePersonalRows,
  exportPersonalRows,
  anonymousName,
} from '../platform/database/personal-tables.ts';
import { consentRecords } from './consent/consent-queries.ts';
import { parseFormerEmails } from './own-account/own-account-queries.ts';
import { requestedAddressesOf } from './sign-up/email-confirmations.ts';
import { accountsPersonal } from './tables.ts';

export type PersonToErase = {
  accountId: number;
  role: Role;
  name: string;
  phone: string | null;
  email: string;
  signedUpAt: number;
  anonymisedAt: number | null;
  addresses: string[];
  /** Perhaps another person's: nobody has opened the mailed link. */
  requestedAddresses: string[];
};

export async function personToErase(database: Reader, accountId: number): Promise<PersonToErase> {
  const { formerEmails, ...row } = await database
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['id as accountId', 'role', 'name', 'phone', 'email', 'created_at as signedUpAt'])
    .select(['anonymised_at as anonymisedAt', 'former_emails as formerEmails'])
    .executeTakeFirstOrThrow();
  const left = await database
    .selectFrom('former_emails')
    .where('account_id', '=', accountId)
    .select('email')
    .execute();
  const addresses = new Set([
    row.email,
    ...parseFormerEmails(formerEmails),
    ...left.map(({ email }) => email),
  ]);
  const requested = await requestedAddressesOf(database, accountId);
  return {
    ...row,
    addresses: [...addresses],
    requestedAddresses: requested.filter((email) => !addresses.has(email)),
  };
}

/** Identifies an account by id and creation time: ids can be reused after a restore. */
export async function accountMadeAt(
  database: Reader,
  { accountId, signedUpAt }: { accountId: number; signedUpAt: number },
): Promise<{ anonymisedAt: number | null } | undefined> {
  return database
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .where('created_at', '=', signedUpAt)
    .select('anonymised_at as anonymisedAt')
    .executeTakeFirst();
}

/**
 * Batch and role stay, so that counts stay right. The addresses become free.
 * @param email placeholder for the address; no mail reaches it
 * @param now in milliseconds since 1970 UTC
 */
export async function eraseAccount(
  writer: Writer,
  {
    accountId,
    addresses,
    email,
    now,
  }: { accountId: number; addresses: readonly string[]; email: string; now: number },
): Promise<void> {
  announce(writer, `account:${accountId}`);
  for (const table of ['sessions', 'pending_logins'] as const) {
    const holders = writer.selectFrom(table).where('account_id', '=', accountId).select('token_hash');
    await writer.deleteFrom('factor_challenges').where('holder_hash', 'in', holders).execute();
  }
  await erasePersonalRows(writer, accountsPersonal, accountId);
  await forgetImported(writer, addresses);
  await writer
    .deleteFrom('rate_limit_hits')
    .where('subject', 'in', [...addresses, String(accountId)])
    .execute();
  await writer
    .updateTable('accounts')
    .set({
      email,
      name: anonymousName,
      folded_name: null,
      folded_from: null,
      phone: null,
      password_hash: null,
      typed_batch: null,
      confirmed_at: null,
      must_confirm: null,
      former_emails: null,
      has_second_factor: null,
      exit_score: null,
      grade: null,
      seen_at: null,
      suspension_reason: null,
      preferred_project: null,
      anonymised_at: now,
    })
    .where('id', '=', accountId)
    .execute();
}

export async function importedAddresses(database: Reader): Promise<{ email: string; importedAt: number }[]> {
  return database.selectFrom('imported_people').select(['email', 'imported_at as importedAt']).execute();
}

export async function forgetImported(writer: Writer, emails: readonly string[]): Promise<void> {
  await writer
    .deleteFrom('imported_people')
    .where('email', 'in', [...emails])
    .execute();
}

/**
 * All data about an account for its holder, without credentials. Instants are milliseconds since 1970 UTC.
 */
export async function accountData(database: Reader, accountId: number) {
  const { addresses, requestedAddresses } = await personToErase(database, accountId);
  const account = await database
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['email', 'name', 'role', 'phone', 'typed_batch', 'exit_score', 'grade'])
    .select(['created_at', 'confirmed_at', 'seen_at', 'preferred_project'])
    .executeTakeFirstOrThrow();
  const rowsOf = (table: keyof typeof accountsPersonal) =>
    exportPersonalRows(database, accountsPersonal, table, accountId);
  return {
    account,
    addresses,
    requested_addresses: requestedAddresses,
    imported: await database
      .selectFrom('imported_people')
      .where('email', 'in', addresses)
      .select(['email', 'name', 'phone', 'batch_id', 'exit_score', 'grade', 'imported_at'])
      .execute(),
    sessions: await rowsOf('sessions'),
    access_tokens: await rowsOf('access_tokens'),
    second_factors: await rowsOf('second_factors'),
    known_devices: await rowsOf('known_devices'),
    identities: await rowsOf('external_identities'),
    deletion_requests: await rowsOf('deletion_requests'),
    consents: await consentRecords(database, accountId),
    guardians: await rowsOf('guardians'),
  };
}
