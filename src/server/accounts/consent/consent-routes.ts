import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/accounts/consent-calls';
import { consentMessages, askConsent, readConsentRules, setGuardianRule } from './consent-rules.ts';
import { messages } from '#contract/messages';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { AppContext } from '../../platform/context.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { administrator, signedIn } from '../policy.ts';
import { studentByEmail } from '../queries.ts';
import { freshlySignedInHolder } from '../second-factor/fresh-proof.ts';
import { makeRegistrar } from '../sessions/register-endpoint.ts';
import type { Viewer, ViewerCheck, ViewerRule } from '../sessions/viewer.ts';
import { giveConsent, withdrawConsent } from './give-consent.ts';
import { confirmGuardian, nameGuardian, removeGuardian } from './guardians.ts';

/** Only students agree to anything. */
async function student(check: ViewerCheck): Promise<Viewer> {
  const viewer = signedIn(check);
  if (viewer.role !== 'student') throw httpErrors.forbidden(messages.forbidden);
  return viewer;
}

const officeOf: ViewerRule<{ accountId: number; email: string; actorId: number }> = async (check) => {
  const { accountId: actorId } = administrator(check);
  const [found] = await studentByEmail(check.context.database.reader, { email: check.params.s_id ?? '' });
  if (found === undefined) throw httpErrors.notFound('There is no student with this email.');
  return { accountId: found.accountId, email: found.email, actorId };
};

export function registerConsentRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { reader } = context.database;

  on(calls.giveConsent, student, async ({ resource: viewer, body, idempotencyKey }) => {
    await giveConsent(context, viewer, body, idempotencyKey);
    return { message: consentMessages.consentGiven };
  });

  on(
    calls.withdrawConsent,
    freshlySignedInHolder,
    async ({ resource: viewer, body, request, idempotencyKey }) => {
      const { subject, current_password: password } = body;
      const log = {
        done: 'deletion-asked',
        refused: { [messages.currentPasswordWrong]: 'password-refused', 429: 'password-paused' },
        account: () => viewer.accountId,
      } as const;
      await logOutcome(request, log, () =>
        withdrawConsent(context, viewer, { subject, password }, idempotencyKey),
      );
      return { message: consentMessages.consentWithdrawn };
    },
  );

  on(calls.changeGuardian, student, async ({ resource: viewer, body, idempotencyKey }) => {
    await nameGuardian(context, viewer, body, idempotencyKey);
    return { message: consentMessages.guardianSaved };
  });

  on(calls.confirmGuardian, officeOf, async ({ resource, body, idempotencyKey }) => {
    await confirmGuardian(context, resource, body, idempotencyKey);
    return { message: consentMessages.guardianConfirmed };
  });

  on(calls.removeGuardian, officeOf, async ({ resource, idempotencyKey }) => {
    await removeGuardian(context, resource, idempotencyKey);
    return { message: consentMessages.guardianRemoved };
  });

  on(calls.readConsentRules, administrator, () => readConsentRules(reader));

  on(
    calls.askConsent,
    administrator,
    async ({ resource: { accountId: actorId }, body, idempotencyKey: key }) => {
      await askConsent(context, { actorId, key }, body);
      return readConsentRules(reader);
    },
  );

  on(
    calls.setGuardianRule,
    administrator,
    async ({ resource: { accountId: actorId }, body: { asks }, idempotencyKey: key }) => {
      await setGuardianRule(context, { actorId, key }, asks);
      return readConsentRules(reader);
    },
  );
}
