import type { z } from 'zod';
import { batchKey } from '#contract/limits';
import * as calls from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { batchForSignUp, type JoinedBatch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { keyReused, madeBefore, makeOnce } from '../../platform/database/make-once.ts';
import { HttpError, httpErrors } from '../../platform/http/http-errors.ts';
import { networkOf } from '../../platform/http/limits/network-of.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { consentBySignUp } from '../consent/give-consent.ts';
import { mailConfirmation } from './email-confirmations.ts';
import { insertAccount } from '../insert-account.ts';
import { anyone } from '../policy.ts';
import { presentCurrentUser } from '../presenter.ts';
import { accountByEmail } from '../queries.ts';
import { beginAttempts, countedByNetwork, removeAttempts } from '../rate-limits.ts';
import { read } from '../sessions/declared.ts';
import { viewerOf, type Viewer } from '../sessions/viewer.ts';

type Fields = z.output<typeof calls.signUpBody>;

/** The password is compared separately: a fast hash of it must not be stored. */
const contentOf = ({ email, name, phone, batch }: Fields) => [email, name, phone, batch];

/**
 * Null if the batch was found by a former name or a looser spelling: SQL compares by A to Z and spaces only.
 */
function typedBatch(typed: string, joined: JoinedBatch | null): string | null {
  const plain = typed.replaceAll(/\s+/gu, '').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return joined?.isNamed === true && plain !== batchKey(joined.name) ? null : typed;
}

const turnOf = ({ email }: Fields, network: string) => ({ network, account: email, isKnown: false });
/**
 * A repeated request with the same key gets the account that the first one made.
 * @throws 409 otherwise
 */
async function answerRepetition(
  { database, passwords }: AppContext,
  fields: Fields,
  { network, key }: { network: string; key: string | null },
): Promise<Viewer> {
  const account = await accountByEmail(database.reader, fields.email);
  if (account === undefined || key === null) throw httpErrors.conflict(serverMessages.emailTaken);
  const scope = { accountId: account.id, kind: 'account', key } as const;
  const made = await madeBefore(database.reader, { ...scope, content: contentOf(fields) });
  if (made === undefined) throw httpErrors.conflict(serverMessages.emailTaken);
  if (!(await passwords.verify(fields.password, account.password_hash, turnOf(fields, network))))
    throw keyReused('account');
  return viewerOf(database.reader, account.id);
}

/**
 * Creates a student's account. Imported data is applied only once the address is confirmed, so that nobody
 * gets another person's.
 * @throws 409 for an address with an account, 429
 */
async function signUp(
  context: AppContext,
  fields: Fields,
  network: string,
  key: string | null,
): Promise<Viewer> {
  const { database } = context;
  // Before the password is hashed. Repetitions and taken addresses count as well, or signing up could probe without limit.
  const attempts = await beginAttempts(context, countedByNetwork('signup-address', network));
  try {
    return await makeAccount(context, fields, network, key);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 409)
      await database.nonDurableTransaction((writer) => removeAttempts(writer, attempts));
    throw error;
  }
}

async function makeAccount(
  context: AppContext,
  fields: Fields,
  network: string,
  key: string | null,
): Promise<Viewer> {
  const { database, clock, passwords, settings } = context;
  if ((await accountByEmail(database.reader, fields.email)) !== undefined)
    return answerRepetition(context, fields, { network, key });
  const passwordHash = await passwords.hash(fields.password, turnOf(fields, network));
  try {
    const accountId = await database.transaction(async (writer) => {
      const now = clock.now();
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
      await consentBySignUp(writer, { accountId: id, email: fields.email, form: 'signup', now }, fields);
      if (settings.smtpUrl !== null)
        await mailConfirmation(writer, context, { id, email: fields.email }, now);
      const request = { accountId: id, kind: 'account', key, content: contentOf(fields), now } as const;
      return makeOnce(writer, request, async () => id);
    });
    return await viewerOf(database.reader, accountId);
  } catch (error) {
    if (isUniqueViolation(error)) return answerRepetition(context, fields, { network, key });
    throw error;
  }
}

/** Of a visitor: its key is the account's that it makes. */
export const signUpCall = read(calls.signUp, {
  who: anyone,
  async run({ context, body, request, idempotencyKey }) {
    const viewer = await logOutcome(
      request,
      { done: 'signed-up', refused: { 429: 'signup-paused' }, account: ({ accountId }) => accountId },
      () => signUp(context, body, networkOf(request.ip), idempotencyKey),
    );
    return { message: messages.signedUp, student: presentCurrentUser(viewer, context.settings) };
  },
});
