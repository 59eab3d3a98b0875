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
import { registerEndpoint } from '../sessions/register-endpoint.ts';
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
  const { reader } = context.database;
  const rules = async () => ({ status: 200, body: await readConsentRules(reader) }) as const;

  registerEndpoint(server, context, calls.giveConsent, {
    authorize: student,
    async handle({ resource: viewer, body, idempotencyKey }) {
      await giveConsent(context, viewer, body, idempotencyKey);
      return { status: 200, body: { message: consentMessages.consentGiven } };
    },
  });

  registerEndpoint(server, context, calls.withdrawConsent, {
    authorize: freshlySignedInHolder,
    async handle({ resource: viewer, body, request, idempotencyKey }) {
      const { subject, current_password: password } = body;
      const log = {
        done: 'deletion-asked',
        refused: { [messages.currentPasswordWrong]: 'password-refused', 429: 'password-paused' },
        account: () => viewer.accountId,
      } as const;
      await logOutcome(request, log, () =>
        withdrawConsent(context, viewer, { subject, password }, idempotencyKey),
      );
      return { status: 200, body: { message: consentMessages.consentWithdrawn } };
    },
  });

  registerEndpoint(server, context, calls.changeGuardian, {
    authorize: student,
    async handle({ resource: viewer, body, idempotencyKey }) {
      await nameGuardian(context, viewer, body, idempotencyKey);
      return { status: 200, body: { message: consentMessages.guardianSaved } };
    },
  });

  registerEndpoint(server, context, calls.confirmGuardian, {
    authorize: officeOf,
    async handle({ resource, body, idempotencyKey }) {
      await confirmGuardian(context, resource, body, idempotencyKey);
      return { status: 200, body: { message: consentMessages.guardianConfirmed } };
    },
  });

  registerEndpoint(server, context, calls.removeGuardian, {
    authorize: officeOf,
    async handle({ resource, idempotencyKey }) {
      await removeGuardian(context, resource, idempotencyKey);
      return { status: 200, body: { message: consentMessages.guardianRemoved } };
    },
  });

  registerEndpoint(server, context, calls.readConsentRules, { authorize: administrator, handle: rules });

  registerEndpoint(server, context, calls.askConsent, {
    authorize: administrator,
    async handle({ resource: { accountId: actorId }, body, idempotencyKey: key }) {
      await askConsent(context, { actorId, key }, body);
      return rules();
    },
  });

  registerEndpoint(server, context, calls.setGuardianRule, {
    authorize: administrator,
    async handle({ resource: { accountId: actorId }, body: { asks }, idempotencyKey: key }) {
      await setGuardianRule(context, { actorId, key }, asks);
      return rules();
    },
  });
}
