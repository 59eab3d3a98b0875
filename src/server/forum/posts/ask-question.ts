import { askQuestion } from '#contract/forum/calls';
import { studentMessages } from '#contract/student-messages';
import { isStaff } from '../../accounts/policy.ts';
import { act } from '../../accounts/sessions/act.ts';
import { announce } from '../../platform/database/announce.ts';
import { prefersMinimal } from '../../platform/http/headers.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { linkAttachments } from '../attachments/link-attachments.ts';
import type { ForumState } from '../forum-state.ts';
import { accessBefore } from '../access-before.ts';
import { indexQuestion } from '../search/index-question.ts';
import { findMentioned } from '../mentions/people-to-mention.ts';
import { notifyMentioned } from '../mentions/mention-notices.ts';
import { enforceHourlyLimit } from './post-limit.ts';
import { formatColumn, keyedContent, writtenColumns } from './post-text.ts';

/**
 * @throws 400 anonymous staff, too many attachments; 409 before placement, and for a key of another question;
 * 429 after too many posts within the hour
 */
export const askCall = ({ tracked, read }: ForumState) =>
  act(askQuestion, {
    who: tracked,
    key: {
      kind: 'question',
      content: ({ resource: { batch }, body: { question, format, anonymous } }) => [
        ...keyedContent(batch?.id ?? 0, question, format),
        ...(anonymous === true ? ['anonymous'] : []),
      ],
      resourcesBefore: (reader, { resource }, id) => accessBefore(reader, resource, 'questions', id),
    },
    audit: 'post-question',
    async run(writer, { context, viewer, resource: { batch }, body, now }) {
      if (batch === null) throw httpErrors.conflict(studentMessages.notPlacedYet);
      const isAnonymous = body.anonymous === true;
      if (isAnonymous && isStaff(viewer)) throw httpErrors.badRequest('Only students can post anonymously.');
      const { accountId } = viewer;
      const { question: text } = body;
      const format = formatColumn(body.format);
      await enforceHourlyLimit(writer, context.settings, 'post', { accountId, now });
      const written = writtenColumns('The question', text, format);
      const mentioned = await findMentioned(writer, context, batch.id, { text, format });
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
      const post = { question: { id, ...written }, commentId: null, author: viewer, isAnonymous, batch };
      await notifyMentioned(writer, post, mentioned.accounts, now);
      return { id, audit: isStaff(viewer) ? { subject: batch.name, after: { question: id } } : [] };
    },
    // The client takes the last question for its own (specification, section 7).
    answer: (_, { resource, viewer, request }, id) => {
      // Of a former batch, a student sees the own question alone.
      const isFormer = !isStaff(viewer) && resource.batch?.id !== viewer.batch?.id;
      return read(resource, isFormer || prefersMinimal(request) ? { only: id } : { upTo: id });
    },
  });
