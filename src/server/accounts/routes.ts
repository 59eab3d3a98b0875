import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/accounts';
import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import { anyone, registerEndpoint } from '../platform/http/register-endpoint.ts';
import { clearSessionCookie, endSession, setSessionCookie } from '../platform/http/sessions.ts';
import { forgotPassword } from './forgot-password.ts';
import { logIn } from './log-in.ts';
import { presentCurrentUser } from './presenter.ts';
import { resetPassword } from './reset-password.ts';
import { setUpAdministrator } from './set-up-administrator.ts';
import { signUp } from './sign-up.ts';

export function registerAccountRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, calls.signUp, {
    authorize: anyone,
    async handle({ body, request }) {
      const student = await signUp(context, body, request.ip);
      return { status: 201, body: { message: messages.signedUp, student } };
    },
  });

  registerEndpoint(server, context, calls.logIn, {
    authorize: anyone,
    async handle({ body, request, reply }) {
      const { student, token } = await logIn(context, body, request.ip);
      // The session that the browser had before ends here: a login never goes on with an old one.
      await context.database.transaction((writer) => endSession(writer, request, context.settings));
      setSessionCookie(reply, context.settings, token);
      return { status: 200, body: { message: messages.loginSuccessful, student } };
    },
  });

  registerEndpoint(server, context, calls.logOut, {
    authorize: anyone,
    async handle({ request, reply }) {
      await context.database.transaction((writer) => endSession(writer, request, context.settings));
      clearSessionCookie(reply, context.settings);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.readSession, {
    authorize: anyone,
    async handle({ viewer }) {
      return { status: 200, body: { student: viewer === null ? null : presentCurrentUser(viewer) } };
    },
  });

  registerEndpoint(server, context, calls.forgotPassword, {
    authorize: anyone,
    async handle({ body, request }) {
      return { status: 200, body: { message: await forgotPassword(context, body.email, request.ip) } };
    },
  });

  registerEndpoint(server, context, calls.resetPassword, {
    authorize: anyone,
    async handle({ body }) {
      await resetPassword(context, body.token, body.password);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.setUpAdministrator, {
    authorize: anyone,
    async handle({ body }) {
      const student = await setUpAdministrator(context, body);
      return { status: 201, body: { message: 'The administrator is ready. Please log in.', student } };
    },
  });
}
