import type { StaffBatch } from '#contract/marking/calls';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { writeCommentFirst, type Batch } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { presentStaffBatch } from './presenter.ts';
import { batchWithCounts } from './queries.ts';

/** Comments before numbers, for the batch's students. @throws 409 key of another setting */
export async function setCommentFirst(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  commentFirst: boolean,
  key: string | null,
): Promise<StaffBatch> {
  const { accountId } = viewer;
  const now = clock.now();
  const content = [batch.id, commentFirst];
  return database.transaction(async (writer) => {
    await makeOnce(writer, { accountId, kind: 'comment-first', key, content, now }, async () => {
      if (await writeCommentFirst(writer, batch.id, commentFirst))
        await recordAuditEvent(writer, {
          at: now,
          actorId: accountId,
          act: 'set-comment-first',
          subject: batch.name,
          before: { comment_first: !commentFirst },
          after: { comment_first: commentFirst },
        });
    });
    const [row] = await batchWithCounts(writer, { batchId: batch.id });
    if (row === undefined) throw new Error(`batch ${batch.name} is gone`);
    return presentStaffBatch(row);
  });
}
