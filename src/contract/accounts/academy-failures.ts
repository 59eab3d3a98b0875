import { messages } from '../messages.ts';

/** Why a login through the academy's account failed, by the `notice` in the address of the login screen. */
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
