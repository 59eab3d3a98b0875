import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { accessTokenCalls } from './access-tokens/access-token-calls.ts';
import { authenticateTokens } from './access-tokens/authenticate-token.ts';
import { flushTokenUses } from './access-tokens/token-uses.ts';
import { registerAcademyLogin } from './academy-login/routes.ts';
import { consentRuleCalls } from './consent/consent-rules.ts';
import { consentCalls } from './consent/give-consent.ts';
import { guardianCalls } from './consent/guardians.ts';
import { forgotPasswordCall } from './login/forgot-password.ts';
import { logInCall } from './login/log-in.ts';
import { resetPasswordCall } from './login/reset-password.ts';
import { deletionCalls } from './own-account/ask-deletion.ts';
import { emailCalls } from './own-account/change-email.ts';
import { changePassword } from './own-account/change-password.ts';
import { changeProfile } from './own-account/change-profile.ts';
import { sessionCalls } from './own-account/own-sessions.ts';
import { ownAccount } from './own-account/read-own-account.ts';
import { addFactorCalls } from './second-factor/add-factor.ts';
import { sealAppSecrets } from './second-factor/app-secret.ts';
import { changeFactorCalls } from './second-factor/change-factors.ts';
import { proofCalls } from './second-factor/fresh-proof.ts';
import { secondStepCalls } from './second-factor/take-second-step.ts';
import { currentSessionCalls } from './sessions/current-session.ts';
import { registerDeclared } from './sessions/declared.ts';
import { flushSessionUses } from './sessions/session-uses.ts';
import { confirmationCalls } from './sign-up/confirm-email.ts';
import type { ConfirmHolder } from './sign-up/email-confirmations.ts';
import { setUpCall, type PrepareAcademy, type RemoveSample } from './sign-up/set-up-administrator.ts';
import { signUpCall } from './sign-up/sign-up.ts';

export function registerAccountRoutes(
  server: FastifyInstance,
  context: AppContext,
  confirmHolder: ConfirmHolder,
  prepareSampleRemoval: () => Promise<RemoveSample>,
  prepareAcademy: PrepareAcademy,
): void {
  authenticateTokens(server, context);
  server.addHook('onReady', () => sealAppSecrets(context));
  server.addHook('onClose', async () => {
    await Promise.all([flushSessionUses(context), flushTokenUses(context)]).catch((error) =>
      context.log.warn({ err: error }, 'the last uses of sessions and tokens were not saved'),
    );
  });
  registerAcademyLogin(server, context, confirmHolder);
  registerDeclared(server, context, [
    ...currentSessionCalls,
    signUpCall,
    logInCall,
    forgotPasswordCall,
    resetPasswordCall(confirmHolder),
    ...confirmationCalls(confirmHolder),
    setUpCall(prepareSampleRemoval, prepareAcademy),
    ...secondStepCalls,
    ...proofCalls,
    ...addFactorCalls,
    ...changeFactorCalls,
    ownAccount,
    changeProfile,
    changePassword,
    ...emailCalls,
    ...sessionCalls,
    ...accessTokenCalls,
    ...deletionCalls,
    ...consentCalls,
    ...guardianCalls,
    ...consentRuleCalls,
  ]);
}
