import type { PostFormat } from '#contract/discussions';
import { messages } from '#contract/messages';
import { isStaff } from '../accounts/policy.ts';
import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';
import { announce } from '../platform/database/announce.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { indexQuestion } from './finding/index-question.ts';
import { enforcePostLimit } from './post-limit.ts';
import { formatColumn, keyedContent } from './post-text.ts';
import type { DiscussionAccess } from './policy.ts';

/**
 * Adds a question to the discussion of a batch.
 * @param key the request's Idempotency-Key: a repetition adds nothing
 * @returns its id
 * @throws a 429 error where the account has posted very much within the hour; 409 while the student waits for placement, and when the key belongs to another question
 */
export async function askQuestion(
  context: AppContext,
  { viewer, batch }: DiscussionAccess,
  { text, format }: { text: string; format?: PostFormat | undefined },
  key: string | null = null,
): Promise<number> {
  if (batch === null) throw httpErrors.conflict(messages.notPlacedYet);
  const { accountId } = viewer;
  const now = context.clock.now();
  const request = {
    accountId,
    kind: 'question',
    key,
    content: keyedContent(batch.id, text, format),
    now,
  } as const;
  return context.database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      await enforcePostLimit(writer, context.settings, { accountId, now });
      const { id } = await writer
        .insertInto('questions')
        .values({
          batch_id: batch.id,
          author_id: accountId,
          text,
          format: formatColumn(format),
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await indexQuestion(writer, context.database.engine, id);
      announce(writer, `batch:${batch.id}`);
      if (isStaff(viewer)) {
        await recordAct(writer, {
          at: now,
          actorId: accountId,
          act: 'post-question',
          subject: batch.name,
          before: null,
          after: { question: id },
        });
      }
      return id;
    }),
  );
}
