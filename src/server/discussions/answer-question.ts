import type { PostFormat } from '#contract/discussions';
import { firstLine } from '#contract/excerpt';
import { messages } from '#contract/messages';
import { questionAddress } from '#contract/question-view';
import { isStaff } from '../accounts/policy.ts';
import { recordAct } from '../audit/record-act.ts';
import { notify } from '../notices/notify.ts';
import type { AppContext } from '../platform/context.ts';
import { announce } from '../platform/database/announce.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { lockQuestion } from './lock-question.ts';
import { enforcePostLimit } from './post-limit.ts';
import { formatColumn, keyedContent, plainWords } from './post-text.ts';
import type { DiscussionAccess } from './policy.ts';

/** So much of a question stands in what its author is told, in characters. */
const questionLength = 80;

/**
 * Comments on a question, and tells its author.
 * @param key the request's Idempotency-Key: a repetition adds nothing
 * @throws a 429 error where the account has posted very much within the hour; 409 while the student waits for placement, and when the key belongs to another comment; 404 for a
 *   question that is unknown, deleted, or another batch's
 */
export async function answerQuestion(
  context: AppContext,
  access: DiscussionAccess,
  id: string,
  { text, format }: { text: string; format?: PostFormat | undefined },
  key: string | null = null,
): Promise<void> {
  const { batch } = access;
  if (batch === null) throw httpErrors.conflict(messages.notPlacedYet);
  const { accountId } = access.viewer;
  const now = context.clock.now();
  const request = { accountId, kind: 'comment', key, content: keyedContent(id, text, format), now } as const;
  await context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      await enforcePostLimit(writer, context.settings, { accountId, now });
      const question = await lockQuestion(writer, access, id);
      const comment = await writer
        .insertInto('comments')
        .values({
          question_id: question.id,
          author_id: accountId,
          text,
          format: formatColumn(format),
          created_at: now,
          // Or the comment would say who asked.
          is_anonymous: question.authorId === accountId ? question.isAnonymous : 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      announce(writer, `batch:${batch.id}`);
      if (isStaff(access.viewer)) {
        await recordAct(writer, {
          at: now,
          actorId: accountId,
          act: 'post-comment',
          subject: String(question.id),
          before: null,
          after: { comment: comment.id },
          aboutId: question.authorId,
        });
      }
      if (question.authorId !== accountId) {
        const who = isStaff(access.viewer) ? 'A mentor' : 'Somebody of your batch';
        await notify(writer, {
          kind: 'answer',
          event: String(comment.id),
          accounts: [question.authorId],
          about: `question:${question.id}`,
          text: `${who} answered your question “${firstLine(plainWords(question), questionLength)}”`,
          href: questionAddress(batch.name, String(question.id)),
          now,
        });
      }
      return comment.id;
    }),
  );
}
