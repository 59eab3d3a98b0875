import { messages } from '#contract/messages';
import { CallError } from '../../lib/client.ts';

/** The message of a failed login (specification, section 8); rate limiting adds its own. */
export function loginErrorMessage(error: unknown): string {
  if (error instanceof CallError && error.status === 401) return messages.loginInvalid;
  if (error instanceof CallError && error.status === 429) return `${messages.loginFailed} ${error.message}`;
  return messages.loginFailed;
}
