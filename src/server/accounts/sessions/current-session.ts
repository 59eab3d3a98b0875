import * as calls from '#contract/accounts/calls';
import { logSecurityEvent } from '../../platform/http/security-log.ts';
import { anyone } from '../policy.ts';
import { presentCurrentUser } from '../presenter.ts';
import { clearSessionCookie, sessionTokenOf } from './cookies.ts';
import { read } from './declared.ts';
import { endSession } from './sessions.ts';

export const currentSessionCalls = [
  read(calls.readSession, {
    who: anyone,
    run: async ({ context, viewer }) => ({
      student: viewer === null ? null : presentCurrentUser(viewer, context.settings),
    }),
  }),

  read(calls.logOut, {
    who: anyone,
    async run({ context: { database, settings }, viewer, request, reply }) {
      const token = sessionTokenOf(request, settings);
      if (viewer !== null) logSecurityEvent(request, 'logged-out', { account: viewer.accountId });
      if (token !== null) await database.transaction((writer) => endSession(writer, token));
      clearSessionCookie(reply, settings);
    },
  }),
];
