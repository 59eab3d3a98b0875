import * as calls from '#contract/marking/release-calls';
import { ownBatchOf } from '../accounts/policy.ts';
import { act } from '../accounts/sessions/act.ts';
import { lockCommentFirst, writeCommentFirst } from '../courses/batch-queries.ts';
import { presentStaffBatch } from './presenter.ts';
import { batchWithCounts } from './queries.ts';

export const commentFirstCalls = [
  act(calls.setCommentFirst, {
    who: ownBatchOf,
    key: {
      kind: 'comment-first',
      content: ({ resource: { batch }, body: { comment_first } }) => [batch.id, comment_first],
    },
    changes: {
      stored: async (writer, { resource: { batch } }) => ({
        comment_first: await lockCommentFirst(writer, batch.id),
      }),
      message: 'This setting was changed in the meantime. Your choice is not saved yet.',
    },
    audit: 'set-comment-first',
    async run(writer, { resource: { batch, viewer }, body: { comment_first }, stored: before }) {
      if (before.comment_first === comment_first) return { id: viewer.accountId };
      await writeCommentFirst(writer, batch.id, comment_first);
      return { id: viewer.accountId, audit: { subject: batch.name, before, after: { comment_first } } };
    },
    async answer(reader, { resource: { batch } }) {
      const [row] = await batchWithCounts(reader, { batchId: batch.id });
      if (row === undefined) throw new Error(`batch ${batch.name} is gone`);
      return presentStaffBatch(row);
    },
  }),
];
