import type { z } from 'zod';
import type { signUpBody } from '#contract/accounts';
import { messages } from '#contract/messages';
import { batchForSignUp } from '../batches/queries.ts';
import type { AppContext } from '../platform/context.ts';
import { isUniqueViolation } from '../platform/database/database-errors.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { insertAccount } from './insert-account.ts';
import { accountByEmail } from './queries.ts';
import { enforceRateLimit, recordAttempt } from './rate-limits.ts';
import { viewerOf, type Viewer } from './viewer.ts';

/**
 * Makes a student's account. Nothing that an operator imported about the address reaches it before the address is
 * confirmed: a signup with another person's address gets nothing of theirs.
 */
export async function signUp(
  context: AppContext,
  fields: z.output<typeof signUpBody>,
  networkAddress: string,
): Promise<Viewer> {
  const { database, clock, passwords } = context;
  await enforceRateLimit(database.reader, 'signup-address', networkAddress, clock.now());
  if ((await accountByEmail(database.reader, fields.email)) !== undefined) {
    // It counts too: else signing up would be a way to ask for addresses without end.
    await database.transaction((writer) =>
      recordAttempt(writer, 'signup-address', networkAddress, clock.now()),
    );
    throw httpErrors.conflict(messages.emailTaken);
  }
  const passwordHash = await passwords.hash(fields.password);
  try {
    const accountId = await database.transaction(async (writer) => {
      const now = clock.now();
      // Once more: in a burst many pass the first look together.
      await enforceRateLimit(writer, 'signup-address', networkAddress, now);
      const batch = await batchForSignUp(writer, fields.batch);
      const id = await insertAccount(writer, {
        email: fields.email,
        name: fields.name,
        role: 'student',
        phone: fields.phone,
        password_hash: passwordHash,
        batch_id: batch?.id ?? null,
        typed_batch: fields.batch,
        created_at: now,
      });
      await recordAttempt(writer, 'signup-address', networkAddress, now);
      return id;
    });
    return await viewerOf(database.reader, accountId);
  } catch (error) {
    if (isUniqueViolation(error)) throw httpErrors.conflict(messages.emailTaken);
    throw error;
  }
}
