import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { isForInvited } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import { registerAcademyLogin } from './academy-login/routes.ts';
import { confirmEmail, sendConfirmation } from './sign-up/confirm-email.ts';
import type { ConfirmHolder } from './sign-up/email-confirmations.ts';
import { clearSessionCookie, deviceTokenOf, sessionTokenOf } from './sessions/cookies.ts';
import { forgotPassword } from './login/forgot-password.ts';
import { logIn } from './login/log-in.ts';
import { admit, loginSourceOf } from './login/login-replies.ts';
import { anyone, selfOrMentor, signedIn } from './policy.ts';
import { presentCurrentUser, presentStudentCourse } from './presenter.ts';
import { courseOfStudent } from './queries.ts';
import { consentRuleCalls } from './consent/consent-rules.ts';
import { consentCalls } from './consent/give-consent.ts';
import { guardianCalls } from './consent/guardians.ts';
import { deletionCalls } from './own-account/ask-deletion.ts';
import { emailCalls } from './own-account/change-email.ts';
import { changePassword } from './own-account/change-password.ts';
import { changeProfile } from './own-account/change-profile.ts';
import { sessionCalls } from './own-account/own-sessions.ts';
import { ownAccount } from './own-account/read-own-account.ts';
import { networkOf } from '../platform/http/limits/network-of.ts';
import { logOutcome, logSecurityEvent, type SecurityEvent } from '../platform/http/security-log.ts';
import { registerDeclared } from './sessions/act.ts';
import { makeRegistrar } from './sessions/register-endpoint.ts';
import { resetPassword } from './login/reset-password.ts';
import { registerSecondFactorRoutes } from './second-factor/routes.ts';
import { flushSessionUses } from './sessions/session-uses.ts';
import { endSession } from './sessions/sessions.ts';
import { setUpAdministrator, type RemoveSample } from './sign-up/set-up-administrator.ts';
import { signUp } from './sign-up/sign-up.ts';
import type { Viewer } from './sessions/viewer.ts';

/** Security events by the message of the answer. */
const confirmationEvents: Partial<Record<string, SecurityEvent>> = {
  [messages.addressConfirmed]: 'address-confirmed',
  [messages.addressChanged]: 'address-changed',
};

export function registerAccountRoutes(
  server: FastifyInstance,
  context: AppContext,
  confirmHolder: ConfirmHolder,
  prepareSampleRemoval: () => Promise<RemoveSample>,
): void {
  const on = makeRegistrar(server, context);
  const { settings, database } = context;
  const { reader } = database;
  const present = (viewer: Viewer) => presentCurrentUser(viewer, settings);

  server.addHook('onClose', async () => {
    await flushSessionUses(context).catch((error) =>
      context.log.warn({ err: error }, 'the last uses of sessions were not saved'),
    );
  });

  registerDeclared(server, context, [
    ownAccount,
    changeProfile,
    changePassword,
    ...emailCalls,
    ...sessionCalls,
    ...deletionCalls,
    ...consentCalls,
    ...guardianCalls,
    ...consentRuleCalls,
  ]);
  registerAcademyLogin(server, context, confirmHolder);
  registerSecondFactorRoutes(server, context);

  on(calls.signUp, anyone, async ({ body, request, idempotencyKey }) => {
    const viewer = await logOutcome(
      request,
      { done: 'signed-up', refused: { 429: 'signup-paused' }, account: ({ accountId }) => accountId },
      () => signUp(context, body, networkOf(request.ip), idempotencyKey),
    );
    return { message: messages.signedUp, student: present(viewer) };
  });

  on(calls.logIn, anyone, async ({ body, request, reply }) => {
    const finished = await logOutcome(
      request,
      // The success is logged where the session begins.
      { done: () => null, refused: { 401: 'login-failed', 403: 'login-failed', 429: 'login-paused' } },
      () => logIn(context, body, loginSourceOf(request, settings)),
    );
    const admitted = await admit(context, reply, finished);
    if ('role' in admitted) return { message: messages.loginSuccessful, student: present(admitted) };
    return { message: messages.secondStepNeeded, second_step: admitted };
  });

  on(calls.logOut, anyone, async ({ viewer, request, reply }) => {
    const token = sessionTokenOf(request, settings);
    if (viewer !== null) logSecurityEvent(request, 'logged-out', { account: viewer.accountId });
    if (token !== null) await database.transaction((writer) => endSession(writer, token));
    clearSessionCookie(reply, settings);
  });

  on(calls.readSession, anyone, async ({ viewer }) => ({
    student: viewer === null ? null : present(viewer),
  }));

  on(calls.forgotPassword, anyone, async ({ body, request }) => {
    const from = {
      network: networkOf(request.ip),
      deviceToken: deviceTokenOf(request, settings),
    };
    const { message } = await logOutcome(
      request,
      { done: 'reset-asked', refused: { 429: 'reset-paused' }, account: ({ accountId }) => accountId },
      () => forgotPassword(context, body.email, from),
    );
    return { message };
  });

  on(calls.resetPassword, anyone, async ({ body, request }) => {
    await logOutcome(
      request,
      { done: 'password-reset', refused: { 400: 'reset-refused' }, account: ({ accountId }) => accountId },
      () => resetPassword(context, confirmHolder, body),
    );
  });

  on(calls.confirmEmail, anyone, async ({ body, request }) => {
    const { message } = await logOutcome(
      request,
      {
        done: (confirmed) => confirmationEvents[confirmed.message] ?? null,
        refused: { 400: 'confirmation-refused' },
        account: ({ accountId }) => accountId,
      },
      () => confirmEmail(context, confirmHolder, body.token),
    );
    return { message };
  });

  on(calls.sendConfirmation, signedIn, async ({ resource: viewer, idempotencyKey: key }) => ({
    message: await sendConfirmation(context, viewer, key),
  }));

  on(calls.setUpAdministrator, anyone, async ({ body, request }) => {
    const isToGo = body.sample === 'remove';
    const removal = isToGo ? await prepareSampleRemoval() : null;
    const { viewer, keepsSample } = await logOutcome(
      request,
      {
        done: 'administrator-set-up',
        refused: { 400: 'setup-refused' },
        account: (made) => made.viewer.accountId,
      },
      () => setUpAdministrator(context, body, removal),
    );
    const empty = isToGo ? messages.administratorReadyEmpty : messages.administratorReady;
    const message = keepsSample ? messages.administratorReadySample : empty;
    return { message, student: present(viewer) };
  });

  on(calls.readStudentCourse, selfOrMentor, async ({ resource }) => {
    const [row] = await courseOfStudent(reader, { accountId: resource.accountId });
    if (row === undefined) throw new Error(`account ${resource.accountId} is gone`);
    const course = presentStudentCourse(resource, row);
    const waitsForBatch = course.s_typedbatch !== null && row.batch === null;
    const isInvited = waitsForBatch && (await isForInvited(reader, course.s_typedbatch as string));
    return isInvited ? { ...course, s_typedjoining: 'invited' as const } : course;
  });
}
