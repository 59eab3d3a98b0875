import type { Released } from '#contract/marking/release-calls';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { outcomeOf, releaseListed, type Listed } from './release-listed.ts';

/**
 * Releases or withdraws the marks a mentor saw in a list.
 * @returns their state after that
 * @throws 409 key of another list
 */
export async function releaseMarks(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  { task, released, marks }: Omit<Listed, 'batchId'>,
  key: string | null,
): Promise<Released> {
  const { accountId } = viewer;
  const now = clock.now();
  const listed: Listed = { batchId: batch.id, task, released, marks };
  const said = marks.map(({ number, marks: value, confirm_lower }) => [number, value, confirm_lower]);
  const content = [batch.id, task, released, said];
  return database.transaction(async (writer) => {
    await makeOnce(writer, { accountId, kind: 'release', key, content, now }, async () => {
      await releaseListed(writer, listed, { actorId: accountId, at: now });
      return batch.id;
    });
    return outcomeOf(writer, listed, now);
  });
}
