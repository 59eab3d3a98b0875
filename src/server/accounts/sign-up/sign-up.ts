import type { z } from 'zod';
import { batchKey } from '#contract/limits';
import type { signUpBody } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { batchForSignUp, type JoinedBatch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { keyReused, madeBefore, makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { mailConfirmation } from './email-confirmations.ts';
import { insertAccount } from '../insert-account.ts';
import { accountByEmail } from '../queries.ts';
import { countedByNetwork, enforceRateLimit, recordAttempt } from '../rate-limits.ts';
import { viewerOf, type Viewer } from '../sessions/viewer.ts';

type Fields = z.output<typeof signUpBody>;

/** What a repetition must say again; the password is compared by itself, since a fast hash of it must not be kept. */
const contentOf = ({ email, name, phone, batch }: Fields) => [email, name, phone, batch];

/**
 * What is kept of the batch that was typed. The database tells another batch from the account's own by A to Z and spaces alone: nothing
 * is kept of a name that is the batch's by the rest of the rule, or was its name before.
 */
function typedBatch(typed: string, joined: JoinedBatch | null): string | null {
  const plain = typed.replaceAll(/\s+/gu, '').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return joined?.isNamed === true && plain !== batchKey(joined.name) ? null : typed;
}

const turnOf = ({ email }: Fields, network: string) => ({ network, account: email, isKnown: false });
const countedFor = (network: string) => countedByNetwork('signup-address', network);

async function enforceSignUpLimit(database: Reader | Writer, network: string, now: number): Promise<void> {
  for (const counted of countedFor(network)) await enforceRateLimit(database, counted, now);
}

async function recordSignUp(writer: Writer, network: string, now: number): Promise<void> {
  for (const counted of countedFor(network)) await recordAttempt(writer, counted, now);
}

/**
 * Answers a signup whose address has an account: with that account where a former request with the same key made it.
 * @throws 409 otherwise
 */
async function answerRepetition(
  { database, clock, passwords }: AppContext,
  fields: Fields,
  { network, key }: { network: string; key: string | null },
): Promise<Viewer> {
  // It counts too: else signing up would be a way to ask for addresses, or passwords, without end.
  await database.transaction((writer) => recordSignUp(writer, network, clock.now()));
  const account = await accountByEmail(database.reader, fields.email);
  if (account === undefined || key === null) throw httpErrors.conflict(messages.emailTaken);
  const scope = { accountId: account.id, kind: 'account', key } as const;
  const made = await madeBefore(database.reader, { ...scope, content: contentOf(fields) });
  if (made === undefined) throw httpErrors.conflict(messages.emailTaken);
  if (!(await passwords.verify(fields.password, account.password_hash, turnOf(fields, network))))
    throw keyReused('account');
  return viewerOf(database.reader, account.id);
}

/**
 * Makes a student's account. Nothing that an operator imported about the address reaches it before the address is
 * confirmed: a signup with another person's address gets nothing of theirs.
 * @param network as `networkOf` gives it
 * @param key the request's Idempotency-Key: a repetition is answered with the account that the first one made
 * @throws 409 for an address that has an account, 429
 */
export async function signUp(
  context: AppContext,
  fields: Fields,
  network: string,
  key: string | null = null,
): Promise<Viewer> {
  const { database, clock, passwords, settings } = context;
  await enforceSignUpLimit(database.reader, network, clock.now());
  if ((await accountByEmail(database.reader, fields.email)) !== undefined)
    return answerRepetition(context, fields, { network, key });
  const passwordHash = await passwords.hash(fields.password, turnOf(fields, network));
  try {
    const accountId = await database.transaction(async (writer) => {
      const now = clock.now();
      // Once more: in a burst many pass the first look together.
      await enforceSignUpLimit(writer, network, now);
      const batch = await batchForSignUp(writer, fields.batch);
      const id = await insertAccount(writer, {
        email: fields.email,
        name: fields.name,
        role: 'student',
        phone: fields.phone,
        password_hash: passwordHash,
        batch_id: batch?.id ?? null,
        typed_batch: typedBatch(fields.batch, batch),
        must_confirm: settings.requireConfirmedEmail ? 1 : 0,
        created_at: now,
      });
      if (settings.smtpUrl !== null)
        await mailConfirmation(writer, context, { id, email: fields.email }, now);
      await recordSignUp(writer, network, now);
      const request = { accountId: id, kind: 'account', key, content: contentOf(fields), now } as const;
      return makeOnce(writer, request, async () => id);
    });
    return await viewerOf(database.reader, accountId);
  } catch (error) {
    if (isUniqueViolation(error)) return answerRepetition(context, fields, { network, key });
    throw error;
  }
}
