import { isSameBatch } from '#contract/limits';
import type { AnswerOf, Call } from '../../lib/calls/client.ts';

/** The open batches that a text may mean, as the portal suggests them for it. */
export type BatchAnswer = { query: string; batches: AnswerOf<'suggestBatches'> };

/** What is known of a typed batch before the form is sent. */
export type TypedBatch = {
  /** Names that may be meant in its place; none where it is the name of an open batch. */
  near: string[];
  /** Whether it is the name of a batch for invited addresses only. */
  isForInvited: boolean;
};

/** How many names are asked back at most. */
const mostMeant = 2;
/** How long a signup waits for what is asked back, in milliseconds: it goes on without. */
const patienceMs = 2_000;

export function judgeBatch(typed: string, batches: BatchAnswer['batches']): TypedBatch {
  const own = batches.find(({ name }) => isSameBatch(typed, name));
  return {
    near: own === undefined ? batches.slice(0, mostMeant).map(({ name }) => name) : [],
    isForInvited: own?.joining === 'invited',
  };
}

/**
 * Looks a typed batch up before the form is sent.
 * @param seen what the field has been told of its text, if it has
 */
export async function lookUpBatch(call: Call, typed: string, seen: BatchAnswer | null): Promise<TypedBatch> {
  const q = typed.trim();
  if (seen?.query === q) return judgeBatch(q, seen.batches);
  const signal = AbortSignal.timeout(patienceMs);
  // Asking is a courtesy: a signup never fails by it.
  const batches = await call('suggestBatches', { query: { q }, signal }).catch(() => []);
  return judgeBatch(q, batches);
}

/** What is asked of a name that is nearly that of an open batch; the same name sent again is meant. */
export function askBack(near: readonly string[]): string {
  return `Did you mean ${near.join(' or ')}? If not, click Continue again.`;
}
