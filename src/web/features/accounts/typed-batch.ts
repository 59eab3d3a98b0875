import { isSameBatch } from '#contract/limits';
import type { AnswerOf, Call } from '../../lib/calls/client.ts';

/** The open batches that a text may mean. */
export type BatchAnswer = { query: string; batches: AnswerOf<'suggestBatches'> };

/** What is known of a typed batch before the form is sent. */
export type TypedBatch = {
  /** Similar names; empty for an exact match. */
  near: string[];
  /** Whether only invited emails may join. */
  isForInvited: boolean;
};

/** The most names to suggest. */
const mostMeant = 2;
/** The longest wait for suggestions before a signup continues without them, in milliseconds. */
const patienceMs = 2_000;

export function judgeBatch(typed: string, batches: BatchAnswer['batches']): TypedBatch {
  const own = batches.find(({ name }) => isSameBatch(typed, name));
  return {
    near: own === undefined ? batches.slice(0, mostMeant).map(({ name }) => name) : [],
    isForInvited: own?.joining === 'invited',
  };
}

/** @param seen the field's latest suggestions, if any */
export async function lookUpBatch(call: Call, typed: string, seen: BatchAnswer | null): Promise<TypedBatch> {
  const q = typed.trim();
  if (seen?.query === q) return judgeBatch(q, seen.batches);
  const signal = AbortSignal.timeout(patienceMs);
  // A signup never fails because of suggestions.
  const batches = await call('suggestBatches', { query: { q }, signal }).catch(() => []);
  return judgeBatch(q, batches);
}

/** Asks about a near miss; sending the same name again confirms it. */
export function askBack(near: readonly string[]): string {
  return `Did you mean ${near.join(' or ')}? If not, click Continue again.`;
}
