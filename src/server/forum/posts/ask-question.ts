import type { PostFormat } from '#contract/forum/calls';
import { messages } from '#contract/messages';
import { isStaff } from '../../accounts/policy.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { linkAttachments } from '../attachments/link-attachments.ts';
import { indexQuestion } from '../search/index-question.ts';
import { findMentioned } from '../mentions/people-to-mention.ts';
import { notifyMentioned } from '../mentions/mention-notices.ts';
import { enforceHourlyLimit } from './post-limit.ts';
import { formatColumn, keyedContent, writtenColumns } from './post-text.ts';
import type { DiscussionAccess } from '../policy.ts';

/**
 * @returns its id
 * @throws 400 anonymous staff, too many attachments; 409 before placement, and for a key of another question;
 * 429 after too many posts within the hour
 */
export async function askQuestion(
  context: AppContext,
  { viewer, batch }: DiscussionAccess,
  {
    text,
    format,
    isAnonymous = false,
  }: { text: string; format?: PostFormat | undefined; isAnonymous?: boolean | undefined },
  key: string | null = null,
): Promise<number> {
  if (batch === null) throw httpErrors.conflict(messages.notPlacedYet);
  if (isAnonymous && isStaff(viewer)) throw httpErrors.badRequest('Only students can post anonymously.');
  const { accountId } = viewer;
  const request = {
    accountId,
    kind: 'question',
    key,
    content: [...keyedContent(batch.id, text, format), ...(isAnonymous ? ['anonymous'] : [])],
  } as const;
  return once(context, request, async (writer, now) => {
    await enforceHourlyLimit(writer, context.settings, 'post', { accountId, now });
    const written = writtenColumns('The question', text, formatColumn(format));
    const mentioned = await findMentioned(writer, context, batch.id, {
      text,
      format: formatColumn(format),
    });
    const { id } = await writer
      .insertInto('questions')
      .values({
        batch_id: batch.id,
        author_id: accountId,
        ...written,
        mentions: mentioned.column,
        created_at: now,
        is_anonymous: isAnonymous ? 1 : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await linkAttachments(writer, { questionId: id, batchId: batch.id, accounts: [accountId], text, now });
    await indexQuestion(writer, context.database.engine, id);
    announce(writer, `batch:${batch.id}`);
    if (isStaff(viewer)) {
      await recordAuditEvent(writer, {
        at: now,
        actorId: accountId,
        act: 'post-question',
        subject: batch.name,
        after: { question: id },
      });
    }
    const question = { id, ...written };
    await notifyMentioned(
      writer,
      { question, commentId: null, author: viewer, isAnonymous, batch },
      mentioned.accounts,
      now,
    );
    return id;
  });
}
