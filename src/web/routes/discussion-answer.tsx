import type { ReactNode } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import { isSameBatch } from '#contract/limits';
import {
  ForeignDiscussion,
  ForumAfterConfirmation,
  NotPlacedYet,
  UnknownDiscussion,
} from '../features/forum/discussion-states.tsx';
import { CallError } from '../lib/calls/call-error.ts';
import type { Result } from '../lib/calls/deferred.ts';
import type { Visit } from '../lib/page/screen-loader.ts';
import { LoadError } from './load-error.tsx';

/** An answer about a batch's forum; redirects if the batch was renamed. */
export async function ofAddress<Answer extends { batch: string | null }>(
  answer: Answer,
  { batch, leadOn }: { batch: string; leadOn: Visit['leadOn'] },
): Promise<Answer> {
  if (answer.batch !== null && !isSameBatch(batch, answer.batch)) await leadOn();
  return answer;
}

/** One question; offline from the cached list, if it is there. */
export async function oneOrCached<Page extends { questions: readonly { _id: string }[] }>(
  id: string,
  one: Promise<Page>,
  readList: () => Promise<Page>,
): Promise<Page> {
  try {
    return await one;
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 0) throw error;
    const cached = await readList().catch(() => null);
    const questions = cached?.questions.filter(({ _id }) => _id === id) ?? [];
    if (cached === null || questions.length === 0) throw error;
    return { ...cached, questions };
  }
}

/**
 * A forum's data, or why it is closed.
 * @param batch the name in the address
 * @param children renders the data, with the batch's official name
 */
export function DiscussionAnswer<Answer extends { batch: string | null }>({
  user,
  batch,
  title,
  answer,
  children,
}: {
  user: CurrentUser;
  batch: string;
  /** Names what could not be loaded. */
  title: string;
  answer: Result<Answer>;
  children: (answer: Answer, batch: string) => ReactNode;
}) {
  const own = user.batch ?? user.batches[0] ?? null;
  if ('error' in answer) {
    const { error } = answer;
    const { status } = error;
    if (error.code === 'unconfirmed') return <ForumAfterConfirmation />;
    // A refusal of the own batch is no other batch: going there again would not help.
    if (status === 403 && (own === null || !isSameBatch(own, batch)))
      return <ForeignDiscussion batch={batch} own={own} />;
    if (status === 404) return <UnknownDiscussion batch={batch} own={own} />;
    return <LoadError title={title} error={error} />;
  }
  const { batch: name } = answer.value;
  if (name === null) return <NotPlacedYet />;
  // A student always gets the own batch's discussion: another name in the address is refused.
  if (!isSameBatch(batch, name)) return <ForeignDiscussion batch={batch} own={name} />;
  return children(answer.value, name);
}
