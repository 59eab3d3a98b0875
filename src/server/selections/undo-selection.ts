import { isoInstant } from '#contract/dates';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { notify } from '../notices/notify.ts';
import type { AppContext } from '../platform/context.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { endSelection, type ChangeOfChoice } from './end-selection.ts';

/**
 * Undoes a selection and notifies the student, who may choose again; the reason is for staff. Submissions stay with their
 * project. The caller checks that the actor is an administrator.
 * @param change `projectId` is the project that the administrator saw
 * @param key the request's Idempotency-Key
 * @throws 409 without a selection, or after a change by others
 */
export async function undoSelection(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { student, actorId, reason, projectId }: ChangeOfChoice & { projectId: string },
  key: string | null = null,
): Promise<void> {
  const now = clock.now();
  const content = [student.accountId, projectId, reason];
  await database.transaction((writer) =>
    makeOnce(writer, { accountId: actorId, kind: 'undoing', key, content, now }, async () => {
      const standing = await endSelection(writer, student.accountId, 'undone', { actorId, at: now, reason });
      if (standing.projectId !== projectId) {
        throw httpErrors.conflict(`The student’s project is ${standing.projectId}, not ${projectId}.`);
      }
      await recordAuditEvent(writer, {
        at: now,
        actorId,
        act: 'undo-selection',
        subject: student.email,
        aboutId: student.accountId,
        before: { p_id: standing.projectId, start_date: isoInstant(standing.startedAt) },
        after: { p_id: null, reason },
      });
      await notify(writer, {
        kind: 'selection-undone',
        event: String(standing.id),
        accounts: [student.accountId],
        about: 'project',
        text: `The academy has reset your choice of ${standing.projectName}. Please choose a project again`,
        href: '/StudentDashboard',
        now,
      });
      return standing.id;
    }),
  );
}
