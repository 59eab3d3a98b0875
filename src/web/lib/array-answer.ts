import { messages } from '#contract/messages';
import { toCallError } from './call-error.ts';

/**
 * The list that a call should have given (specification, section 8).
 * @throws CallError `unreadable` when it is none, which is also written to the console
 */
export function arrayAnswer<T>(answer: T[]): T[] {
  if (Array.isArray(answer)) return answer;
  console.error(messages.notAnArray);
  throw toCallError(200, undefined);
}
