import type { EndpointName } from '#contract/wire/endpoints';
import { messages } from '#contract/messages';
import { lists } from '#contract/paths';
import { CallError, toCallError } from '../calls/call-error.ts';

/**
 * Checks that an answer, or its list, is a list (specification, section 8).
 * @throws CallError `not_a_list`; also logged to the console
 */
export function checkList(name: EndpointName, answer: unknown): void {
  const list = lists[name];
  if (list === undefined) return;
  const found = list === '' ? answer : (answer as Record<string, unknown> | null | undefined)?.[list];
  if (Array.isArray(found)) return;
  console.error(messages.notAnArray);
  throw new CallError(200, 'not_a_list', toCallError(200, undefined).message);
}
