import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages';
import * as calls from '#contract/accounts/own-account-calls';
import type { AppContext } from '../../platform/context.ts';
import { once } from '../../platform/database/make-once.ts';
import { askDeletion, withdrawDeletion } from './ask-deletion.ts';
import { askForEmail, withdrawNewEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import { logOutcome, logSecurityEvent } from '../../platform/http/security-log.ts';
import { signedIn } from '../policy.ts';
import { readOwnAccount } from './read-own-account.ts';
import { makeRegistrar } from '../sessions/register-endpoint.ts';
import { freshlySignedInHolder } from '../second-factor/fresh-proof.ts';
import { sessionTokenOf } from '../sessions/cookies.ts';
import { endAccess } from '../sessions/end-logins.ts';
import { endSessionOf } from '../sessions/sessions.ts';
import type { Viewer } from '../sessions/viewer.ts';

/** Logs wrong passwords and too many of them. */
const withPassword = ({ accountId }: Viewer) => ({
  refused: { [messages.currentPasswordWrong]: 'password-refused', 429: 'password-paused' } as const,
  account: () => accountId,
});

export function registerOwnAccountRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { database, settings } = context;

  on(calls.readOwnAccount, signedIn, ({ resource: viewer, request }) =>
    readOwnAccount(context, viewer, sessionTokenOf(request, settings)),
  );

  on(calls.changeProfile, signedIn, async ({ resource: viewer, body, idempotencyKey }) => {
    await changeProfile(context, viewer, body, idempotencyKey);
    return { message: ownAccountMessages.profileSaved };
  });

  on(
    calls.changePassword,
    freshlySignedInHolder,
    async ({ resource: viewer, body, request, idempotencyKey: key }) => {
      const sessionToken = sessionTokenOf(request, settings);
      const passwords = { current: body.current_password, password: body.password };
      const advice = await logOutcome(request, { ...withPassword(viewer), done: 'password-changed' }, () =>
        changePassword(context, viewer, passwords, { sessionToken, key }),
      );
      return { message: ownAccountMessages.passwordChanged, advice };
    },
  );

  on(
    calls.changeEmail,
    freshlySignedInHolder,
    async ({ resource: viewer, body, request, idempotencyKey }) => {
      const { email, current_password: password } = body;
      await logOutcome(request, { ...withPassword(viewer), done: 'address-change-asked' }, () =>
        askForEmail(context, viewer, { email, password }, idempotencyKey),
      );
      return { message: ownAccountMessages.newEmailSent };
    },
  );

  on(calls.withdrawEmail, signedIn, async ({ resource: viewer, request }) => {
    if (await withdrawNewEmail(context, viewer))
      logSecurityEvent(request, 'address-change-withdrawn', { account: viewer.accountId });
  });

  on(calls.endSession, signedIn, async ({ resource: { accountId }, params, request }) => {
    await database.transaction((writer) => endSessionOf(writer, accountId, params.id));
    logSecurityEvent(request, 'session-ended', { account: accountId });
  });

  on(calls.endOtherSessions, signedIn, async ({ resource, request, idempotencyKey: key }) => {
    const { accountId, email } = resource;
    const sessionToken = sessionTokenOf(request, settings);
    await once(context, { accountId, kind: 'sessions', key, content: [] }, async (writer, now) => {
      await endAccess(writer, 'logOut', { accountId, email, sessionToken, now });
    });
    logSecurityEvent(request, 'sessions-ended', { account: accountId });
  });

  on(
    calls.askDeletion,
    freshlySignedInHolder,
    async ({ resource: viewer, body, request, idempotencyKey }) => {
      await logOutcome(request, { ...withPassword(viewer), done: 'deletion-asked' }, () =>
        askDeletion(context, viewer, body.current_password, idempotencyKey),
      );
      return { message: ownAccountMessages.deletionAsked };
    },
  );

  on(calls.withdrawDeletion, signedIn, async ({ resource: viewer, request, idempotencyKey }) => {
    await withdrawDeletion(context, viewer, idempotencyKey);
    logSecurityEvent(request, 'deletion-withdrawn', { account: viewer.accountId });
    return { message: ownAccountMessages.deletionWithdrawn };
  });
}
