import { messages } from '../messages.ts';

/** Where a login with the academy's own account begins: a plain link, which needs no script. */
export const academyLoginPath = '/login/academy';
/** Where the identity provider sends the browser back to. */
export const academyCallbackPath = '/login/academy/callback';

/** Why such a login came to nothing, as the login screen says it; the names stand in that screen's address. */
export const academyLoginFailures = {
  'academy-away': messages.academyAway,
  'academy-declined': messages.academyDeclined,
  'academy-failed': messages.academyFailed,
  'academy-again': messages.academyAgain,
  'academy-often': messages.academyOften,
  'academy-unverified': messages.academyUnverified,
  'academy-unconfirmed': messages.academyUnconfirmed,
  'academy-unknown': messages.academyUnknown,
  'academy-taken': messages.academyTaken,
  'academy-suspended': messages.accountSuspended,
} as const;
export type AcademyLoginFailure = keyof typeof academyLoginFailures;
