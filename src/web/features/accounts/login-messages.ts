import { messages } from '#contract/messages';
import { failureOf } from '../../lib/calls/call-error.ts';

/** The message of a failed login (specification, section 8); rate limiting adds its own. */
export function loginErrorMessage(error: unknown): string {
  const failure = failureOf(error);
  if (failure?.status === 401) return messages.loginInvalid;
  if (failure?.code === 'suspended') return messages.accountSuspended;
  if (failure?.status === 429) return `${messages.loginFailed} ${failure.message}`;
  return messages.loginFailed;
}
