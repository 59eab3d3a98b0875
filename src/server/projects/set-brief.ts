import type { Brief } from '#contract/projects/brief-calls';
import type { Task } from '#contract/dates';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { briefOfTask, presentBrief } from './briefs.ts';

/** An empty text removes the brief. */
export async function putBrief(
  writer: Writer,
  { projectId, task, text, at }: { projectId: string; task: Task; text: string; at: number },
): Promise<void> {
  if (text === '') {
    await writer.deleteFrom('briefs').where('project_id', '=', projectId).where('task', '=', task).execute();
    return;
  }
  await writer
    .insertInto('briefs')
    .values({ project_id: projectId, task, text, changed_at: at })
    .onConflict((conflict) => conflict.columns(['project_id', 'task']).doUpdateSet({ text, changed_at: at }))
    .execute();
}

/** Notifies students, within the transaction. */
export type TellOfBrief = (
  writer: Writer,
  change: { projectId: string; task: Task; before: string; text: string; at: number },
) => Promise<void>;

/**
 * @param original the text that the editor saw; empty for none
 * @param key the request's Idempotency-Key: a repetition changes nothing
 * @throws 409 with `current` after a change by others, and when the key belongs to another brief
 */
export async function setBrief(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  of: { projectId: string; task: Task; actorId: number },
  { text, original }: { text: string; original?: string | undefined },
  tell: TellOfBrief,
  key: string | null = null,
): Promise<Brief> {
  const { projectId, task, actorId } = of;
  const now = clock.now();
  const content = [projectId, task, text];
  return database.transaction(async (writer) => {
    await makeOnce(writer, { accountId: actorId, kind: 'brief', key, content, now }, async () => {
      // An unchanged update locks the row.
      await writer
        .updateTable('projects')
        .set((old) => ({ name: old.ref('name') }))
        .where('id', '=', projectId)
        .execute();
      const [row] = await briefOfTask(writer, { id: projectId, task });
      const current = row?.text ?? '';
      if (current === text) return now;
      if (original !== undefined && current !== original)
        throw httpErrors.changedMeanwhile(
          'These instructions were changed in the meantime. Your version is not saved yet.',
          presentBrief(task, row),
        );
      await putBrief(writer, { projectId, task, text, at: now });
      await recordAuditEvent(writer, {
        at: now,
        actorId,
        act: 'set-brief',
        subject: `${projectId} ${task}`,
        before: row === undefined ? null : { text: row.text },
        after: text === '' ? null : { text },
      });
      await tell(writer, { projectId, task, before: current, text, at: now });
      return now;
    });
    const [row] = await briefOfTask(writer, { id: projectId, task });
    return presentBrief(task, row);
  });
}
