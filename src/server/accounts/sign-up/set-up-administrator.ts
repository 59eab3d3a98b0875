import * as calls from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { serverMessages } from '../../platform/http/server-messages.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { recordOwnAuditEvent } from '../../audit/record-audit-event.ts';
import { insertAccount } from '../insert-account.ts';
import { addSetupToken, isTokenGood, refuseBadToken, useSetupToken } from '../one-time-tokens.ts';
import { anyone } from '../policy.ts';
import { presentCurrentUser } from '../presenter.ts';
import { read } from '../sessions/declared.ts';
import { viewerOf, type Viewer } from '../sessions/viewer.ts';
import { hasAdministrator } from '../queries.ts';

/** @returns false if the sample is in use and stays */
export type RemoveSample = (writer: Writer, by: { actorId: number; at: number }) => Promise<boolean>;

/** What is said of the academy. @throws 400 with the field */
export type PrepareAcademy = (
  settings: AppContext['settings'],
  typed: { academy_name?: string | undefined; accent?: string | undefined; zone?: string | undefined },
) => (writer: Writer, by: { actorId: number; at: number }) => Promise<void>;

/**
 * A refusal leaves the printed token valid. Invalid once any administrator exists.
 * @param removeSample null keeps the sample
 * @param beginAcademy after the sample
 * @returns `keepsSample` if the sample could not be removed
 */
async function setUpAdministrator(
  context: AppContext,
  fields: { token: string; name: string; email: string; password: string },
  {
    removeSample,
    beginAcademy,
  }: { removeSample: RemoveSample | null; beginAcademy: ReturnType<PrepareAcademy> },
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
      const after = { name: fields.name, role: 'administrator' };
      const act = { accountId: id, act: 'set-up-administrator', subject: fields.email } as const;
      await recordOwnAuditEvent(writer, { ...act, at: now, after });
      const by = { actorId: id, at: now };
      const isRemoved = removeSample === null || (await removeSample(writer, by));
      // Its batches have dates, which a zone must not move.
      await beginAcademy(writer, by);
      return { id, keepsSample: !isRemoved };
    });
    return { viewer: await viewerOf(context.database.reader, made), keepsSample };
  } catch (error) {
    if (isUniqueViolation(error)) throw httpErrors.conflict(serverMessages.emailTaken);
    throw error;
  }
}

export async function isSetupTokenGood(
  { database: { reader }, clock }: Pick<AppContext, 'database' | 'clock'>,
  token: string,
): Promise<boolean> {
  return (await isTokenGood(reader, 'setup', token, clock.now())) && !(await hasAdministrator(reader));
}

/** Null if there is an administrator. */
export async function issueSetupToken(
  context: Pick<AppContext, 'database' | 'clock'>,
): Promise<string | null> {
  return context.database.transaction(async (writer) => {
    return (await hasAdministrator(writer)) ? null : addSetupToken(writer, context.clock.now());
  });
}

export const setUpCall = (
  prepareSampleRemoval: () => Promise<RemoveSample>,
  prepareAcademy: PrepareAcademy,
) =>
  read(calls.setUpAdministrator, {
    who: anyone,
    async run({ context, body, request }) {
      const isToGo = body.sample === 'remove';
      const removal = isToGo ? await prepareSampleRemoval() : null;
      const { viewer, keepsSample } = await logOutcome(
        request,
        {
          done: 'administrator-set-up',
          refused: { 400: 'setup-refused' },
          account: (made) => made.viewer.accountId,
        },
        () =>
          setUpAdministrator(context, body, {
            removeSample: removal,
            beginAcademy: prepareAcademy(context.settings, body),
          }),
      );
      const empty = isToGo ? messages.administratorReadyEmpty : messages.administratorReady;
      const message = keepsSample ? messages.administratorReadySample : empty;
      return { message, student: presentCurrentUser(viewer, context.settings) };
    },
  });
