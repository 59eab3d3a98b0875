import * as calls from '#contract/accounts/own-account-calls';
import { logSecurityEvent } from '../../platform/http/security-log.ts';
import { signedIn } from '../policy.ts';
import { act, read } from '../sessions/act.ts';
import { sessionTokenOf } from '../sessions/cookies.ts';
import { endAccess } from '../sessions/end-logins.ts';
import { endSessionOf } from '../sessions/sessions.ts';

export const sessionCalls = [
  read(calls.endSession, {
    who: signedIn,
    async run({ context: { database }, resource: { accountId }, params, request }) {
      await database.transaction((writer) => endSessionOf(writer, accountId, params.id));
      logSecurityEvent(request, 'session-ended', { account: accountId });
    },
  }),

  act(calls.endOtherSessions, {
    who: signedIn,
    key: { kind: 'sessions', content: () => [] },
    logs: { done: 'sessions-ended' },
    async run(writer, { context, resource: { accountId, email }, request, now }) {
      const sessionToken = sessionTokenOf(request, context.settings);
      await endAccess(writer, 'logOut', { accountId, email, sessionToken, now });
      return { id: accountId };
    },
  }),
];
