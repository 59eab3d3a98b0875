import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { isSameBatch } from '#contract/limits';
import {
  ForeignDiscussion,
  ForumAfterConfirmation,
  NotPlacedYet,
  UnknownDiscussion,
} from '../features/forum/discussion-unavailable.tsx';
import type { Result } from '../lib/calls/deferred.ts';
import type { Visit } from '../lib/page/screen-loader.ts';
import { LoadError } from './load-error.tsx';

/** An answer about a batch's forum; where that has another name than the address, the portal may lead on from there. */
export async function ofAddress<Answer extends { batch: string | null }>(
  answer: Answer,
  { batch, leadOn }: { batch: string; leadOn: Visit['leadOn'] },
): Promise<Answer> {
  if (answer.batch !== null && !isSameBatch(batch, answer.batch)) await leadOn();
  return answer;
}

/**
 * What was answered about a batch's forum, or why it stays closed.
 * @param batch the batch's name as it stands in the address
 * @param children what the answer shows, with the batch's name as the academy writes it
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
  /** What could not be loaded, where it could not. */
  title: string;
  answer: Result<Answer>;
  children: (answer: Answer, batch: string) => ReactNode;
}) {
  const { revalidate } = useRevalidator();
  const own = user.batch ?? user.batches[0] ?? null;
  if ('error' in answer) {
    const { error } = answer;
    const { status } = error;
    if (error.code === 'unconfirmed') return <ForumAfterConfirmation />;
    if (status === 403) return <ForeignDiscussion batch={batch} own={own} />;
    if (status === 404) return <UnknownDiscussion batch={batch} own={own} />;
    return <LoadError title={title} error={error} onRetry={() => void revalidate()} />;
  }
  const { batch: name } = answer.value;
  if (name === null) return <NotPlacedYet />;
  // A student is answered with the own batch's discussion, whatever the address says: another name there is refused.
  if (!isSameBatch(batch, name)) return <ForeignDiscussion batch={batch} own={name} />;
  return children(answer.value, name);
}
