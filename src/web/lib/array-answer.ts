import { messages } from '#contract/messages';
import { toCallError } from './call-error.ts';

/**
 * Checks that an answer is a list (specification, section 8).
 * @throws CallError `unreadable` when it is not; also logged to the console
 */
export function arrayAnswer<T>(answer: T[]): T[] {
  if (Array.isArray(answer)) return answer;
  console.error(messages.notAnArray);
  throw toCallError(200, undefined);
}
