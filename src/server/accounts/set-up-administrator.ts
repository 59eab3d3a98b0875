import type { CurrentUser } from '#contract/accounts';
import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { isUniqueViolation } from '../platform/database/database-errors.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { recordAct } from '../audit/record-act.ts';
import { issueToken, refuseBadToken, useToken } from './one-time-tokens.ts';
import { presentCurrentUser } from './presenter.ts';

async function hasAdministrator(writer: Writer): Promise<boolean> {
  const row = await writer
    .selectFrom('accounts')
    .where('role', '=', 'administrator')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes the first administrator with the token that the first start printed; what is refused leaves the token good.
 * Once there is an administrator, made by whatever way, the link is of no use.
 */
export async function setUpAdministrator(
  context: AppContext,
  fields: { token: string; name: string; email: string; password: string },
): Promise<CurrentUser> {
  await refuseBadToken(context.database.reader, 'setup', fields.token, context.clock.now());
  const passwordHash = await context.passwords.hash(fields.password);
  const now = context.clock.now();
  try {
    return await context.database.transaction(async (writer) => {
      await useToken(writer, 'setup', fields.token, now);
      if (await hasAdministrator(writer)) throw httpErrors.badRequest(messages.tokenInvalid);
      const { id } = await writer
        .insertInto('accounts')
        .values({
          email: fields.email,
          name: fields.name,
          role: 'administrator',
          password_hash: passwordHash,
          confirmed_at: now,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await recordAct(writer, {
        at: now,
        actorId: id,
        act: 'set-up-administrator',
        subject: fields.email,
        before: null,
        after: { name: fields.name, role: 'administrator' },
      });
      const batches = await writer
        .selectFrom('batches')
        .orderBy('starts_at', 'desc')
        .orderBy('id')
        .select('name')
        .execute();
      return presentCurrentUser({
        email: fields.email,
        name: fields.name,
        role: 'administrator',
        batch: null,
        batches,
      });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw httpErrors.conflict(messages.emailTaken);
    throw error;
  }
}

/** The one-time token for the first administrator, or null when there is one already. */
export async function issueSetupToken(
  context: Pick<AppContext, 'database' | 'clock'>,
): Promise<string | null> {
  return context.database.transaction(async (writer) => {
    return (await hasAdministrator(writer)) ? null : issueToken(writer, 'setup', null, context.clock.now());
  });
}
