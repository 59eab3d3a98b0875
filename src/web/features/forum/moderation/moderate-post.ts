import type { ModerationAction } from '#contract/forum/moderation-calls';
import { call } from '../../../lib/calls/client.ts';
import { mergeAnswer, removeQuestion, updateQuestion, withoutComment } from '../loaded-discussion.ts';
import type { ShownDiscussion } from '../use-shown-discussion.ts';

/** `comment` null for the question itself; `text` as it is shown. */
export type Moderation = {
  act: ModerationAction;
  comment: string | null;
  reason: string;
  text: string | undefined;
};

/**
 * For mentors: sends it, and shows the answer.
 * @throws CallError
 */
export async function moderatePost(
  { s_id, noteOwnChange, update }: { s_id: string } & Pick<ShownDiscussion, 'noteOwnChange' | 'update'>,
  id: string,
  { act: action, comment, reason, text }: Moderation,
  idempotencyKey: string,
): Promise<void> {
  const seen = action === 'hide' && text !== undefined && { began: { text } };
  const body = { act: action, reason, ...(comment !== null && { comment }), ...seen };
  const options = { params: { s_id, id }, body, idempotencyKey, prefersMinimal: true };
  const answer = await call('moderatePost', options);
  const isNew = noteOwnChange(answer);
  update((now) => {
    if (action === 'hide' && comment === null) return removeQuestion(now, id);
    const left = comment === null ? now : updateQuestion(now, id, (one) => withoutComment(one, comment));
    return isNew ? mergeAnswer(left, answer) : left;
  });
}

type Report = { id: string; comment: string | null; reason: string };

/** @throws CallError */
export const reportPost = (s_id: string, { id, comment, reason }: Report, idempotencyKey: string) =>
  call('reportPost', {
    params: { s_id, id },
    body: { ...(comment !== null && { comment }), ...(reason !== '' && { reason }) },
    idempotencyKey,
  });
