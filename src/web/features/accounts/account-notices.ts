import { academyLoginFailures } from '#contract/accounts/academy-failures';
import { messages } from '#contract/messages';

/** Of the public screens, by the name in the address. */
export const notices = {
  'signed-up': messages.signedUp,
  'password-saved': 'Your new password is saved. Please log in.',
  'administrator-ready': messages.administratorReady,
  'administrator-ready-empty': messages.administratorReadyEmpty,
  'administrator-ready-sample': messages.administratorReadySample,
  'invitation-accepted': messages.invitationAccepted,
  'link-sent': messages.resetLinkSent,
  'link-not-sent': messages.resetLinkNotSent,
  'address-confirmed': messages.addressConfirmed,
  'address-changed': messages.addressChanged,
  ...academyLoginFailures,
} as const;
export type NoticeName = keyof typeof notices;

const failures = new Set<string>(Object.values(academyLoginFailures));

export function isFailure(notice: string): boolean {
  return failures.has(notice);
}
