import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { recordAct } from '../../audit/record-act.ts';
import { insertAccount } from '../insert-account.ts';
import { addSetupToken, isTokenGood, refuseBadToken, useSetupToken } from '../one-time-tokens.ts';
import { viewerOf, type Viewer } from '../sessions/viewer.ts';

async function hasAdministrator(writer: Reader): Promise<boolean> {
  const row = await writer
    .selectFrom('accounts')
    .where('role', '=', 'administrator')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes the sample away within a change. @returns false where somebody lives in it, and it stays */
export type RemoveSample = (writer: Writer, by: { actorId: number; at: number }) => Promise<boolean>;

/**
 * Makes the first administrator with a token that a start printed; what is refused leaves the token good.
 * Once there is an administrator, made by whatever way, the link is of no use.
 * @param removeSample null where the sample is to be kept
 * @returns `keepsSample` where the sample was to go and stays
 */
export async function setUpAdministrator(
  context: AppContext,
  fields: { token: string; name: string; email: string; password: string },
  removeSample: RemoveSample | null = null,
): Promise<{ viewer: Viewer; keepsSample: boolean }> {
  await refuseBadToken(context.database.reader, 'setup', fields.token, context.clock.now());
  const passwordHash = await context.passwords.hash(fields.password);
  const now = context.clock.now();
  try {
    const { id: made, keepsSample } = await context.database.transaction(async (writer) => {
      await useSetupToken(writer, fields.token, now);
      if (await hasAdministrator(writer)) throw httpErrors.badRequest(messages.tokenInvalid);
      const id = await insertAccount(writer, {
        email: fields.email,
        name: fields.name,
        role: 'administrator',
        password_hash: passwordHash,
        confirmed_at: now,
        created_at: now,
      });
      await recordAct(writer, {
        at: now,
        actorId: id,
        act: 'set-up-administrator',
        subject: fields.email,
        aboutId: id,
        before: null,
        after: { name: fields.name, role: 'administrator' },
      });
      const isRemoved = removeSample === null || (await removeSample(writer, { actorId: id, at: now }));
      return { id, keepsSample: !isRemoved };
    });
    return { viewer: await viewerOf(context.database.reader, made), keepsSample };
  } catch (error) {
    if (isUniqueViolation(error)) throw httpErrors.conflict(messages.emailTaken);
    throw error;
  }
}

/** Whether a token would make the first administrator now. */
export async function isSetupTokenGood(
  { database: { reader }, clock }: Pick<AppContext, 'database' | 'clock'>,
  token: string,
): Promise<boolean> {
  return (await isTokenGood(reader, 'setup', token, clock.now())) && !(await hasAdministrator(reader));
}

/** A one-time token for the first administrator, or null when there is one already. */
export async function issueSetupToken(
  context: Pick<AppContext, 'database' | 'clock'>,
): Promise<string | null> {
  return context.database.transaction(async (writer) => {
    return (await hasAdministrator(writer)) ? null : addSetupToken(writer, context.clock.now());
  });
}
