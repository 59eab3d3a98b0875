import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/accounts';
import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import { registerAcademyLogin } from './academy-login/routes.ts';
import { confirmEmail, sendConfirmation } from './confirm-email.ts';
import type { ConfirmHolder } from './confirm-holder.ts';
import { deviceTokenOf } from './device-cookie.ts';
import { forgotPassword } from './forgot-password.ts';
import { logIn } from './log-in.ts';
import { admit, loginSourceOf } from './login-replies.ts';
import { anyone, selfOrMentor, signedIn } from './policy.ts';
import { presentCurrentUser } from './presenter.ts';
import { readStudentCourse } from './read-student-course.ts';
import { registerOwnAccountRoutes } from './own-account-routes.ts';
import { networkOf } from '../platform/http/network-of.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { resetPassword } from './reset-password.ts';
import { registerSecondFactorRoutes } from './second-factor/routes.ts';
import { clearSessionCookie, sessionTokenOf } from './session-cookie.ts';
import { flushSessionUses } from './session-uses.ts';
import { endSession } from './sessions.ts';
import { setUpAdministrator } from './set-up-administrator.ts';
import { signUp } from './sign-up.ts';
import type { Viewer } from './viewer.ts';

export function registerAccountRoutes(
  server: FastifyInstance,
  context: AppContext,
  confirmHolder: ConfirmHolder,
): void {
  const { settings } = context;
  const present = (viewer: Viewer) => presentCurrentUser(viewer, settings);

  server.addHook('onClose', async () => {
    await flushSessionUses(context).catch((error) =>
      context.log.warn({ err: error }, 'uses of sessions were lost'),
    );
  });

  registerOwnAccountRoutes(server, context);
  registerAcademyLogin(server, context, confirmHolder);
  registerSecondFactorRoutes(server, context);

  registerEndpoint(server, context, calls.signUp, {
    authorize: anyone,
    async handle({ body, request, idempotencyKey }) {
      const viewer = await signUp(context, body, networkOf(request.ip), idempotencyKey);
      return { status: 201, body: { message: messages.signedUp, student: present(viewer) } };
    },
  });

  registerEndpoint(server, context, calls.logIn, {
    authorize: anyone,
    async handle({ body, request, reply }) {
      const admitted = await admit(
        context,
        reply,
        await logIn(context, body, loginSourceOf(request, settings)),
      );
      if ('role' in admitted)
        return { status: 200, body: { message: messages.loginSuccessful, student: present(admitted) } };
      return { status: 200, body: { message: messages.secondStepNeeded, second_step: admitted } };
    },
  });

  registerEndpoint(server, context, calls.logOut, {
    authorize: anyone,
    async handle({ request, reply }) {
      const token = sessionTokenOf(request, settings);
      if (token !== null) await context.database.transaction((writer) => endSession(writer, token));
      clearSessionCookie(reply, settings);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.readSession, {
    authorize: anyone,
    async handle({ viewer }) {
      return { status: 200, body: { student: viewer === null ? null : present(viewer) } };
    },
  });

  registerEndpoint(server, context, calls.forgotPassword, {
    authorize: anyone,
    async handle({ body, request }) {
      const message = await forgotPassword(context, body.email, {
        network: networkOf(request.ip),
        deviceToken: deviceTokenOf(request, settings),
      });
      return { status: 200, body: { message } };
    },
  });

  registerEndpoint(server, context, calls.resetPassword, {
    authorize: anyone,
    async handle({ body }) {
      await resetPassword(context, confirmHolder, body);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.confirmEmail, {
    authorize: anyone,
    async handle({ body }) {
      return { status: 200, body: { message: await confirmEmail(context, confirmHolder, body.token) } };
    },
  });

  registerEndpoint(server, context, calls.sendConfirmation, {
    authorize: signedIn,
    async handle({ resource: viewer, idempotencyKey: key }) {
      return { status: 200, body: { message: await sendConfirmation(context, viewer, key) } };
    },
  });

  registerEndpoint(server, context, calls.setUpAdministrator, {
    authorize: anyone,
    async handle({ body }) {
      const student = present(await setUpAdministrator(context, body));
      return { status: 201, body: { message: 'The administrator is ready. Please log in.', student } };
    },
  });

  registerEndpoint(server, context, calls.readStudentCourse, {
    authorize: selfOrMentor,
    async handle({ resource }) {
      return { status: 200, body: await readStudentCourse(context.database, resource) };
    },
  });
}
