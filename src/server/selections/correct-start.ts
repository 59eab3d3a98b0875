import { isoInstant } from '#contract/dates';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { notify } from '../notices/notify.ts';
import type { AppContext } from '../platform/context.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { localMoment } from '../platform/zoned-time.ts';
import { endSelection, type ChangeOfChoice } from './end-selection.ts';
import { insertSelection } from './insert-selection.ts';

/**
 * Corrects the start of a student's project and notifies the student; the reason is for staff. The selection becomes a new
 * row with the same project and moment of choice.
 * @param change `startedAt` in milliseconds since 1970 UTC
 * @param key the request's Idempotency-Key
 * @throws 409 without a selection, for the same start, or after a change by others
 */
export async function correctStart(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { student, actorId, reason, startedAt }: ChangeOfChoice & { startedAt: number },
  key: string | null = null,
): Promise<void> {
  const now = clock.now();
  const { accountId, email } = student;
  const { academyZone } = settings;
  const content = [accountId, startedAt, reason];
  await database.transaction((writer) =>
    makeOnce(writer, { accountId: actorId, kind: 'start', key, content, now }, async () => {
      const standing = await endSelection(writer, accountId, 'corrected', { actorId, at: now, reason });
      if (standing.startedAt === startedAt)
        throw httpErrors.conflict('The project already has this start date.');
      const { projectId } = standing;
      const chosenAt = standing.chosenAt ?? standing.startedAt;
      const id = await insertSelection(writer, { accountId, projectId, startedAt, chosenAt });
      if (id === null) throw new Error(`account ${accountId} has two selections`);
      await recordAuditEvent(writer, {
        at: now,
        actorId,
        act: 'correct-start',
        subject: email,
        aboutId: accountId,
        before: { start_date: isoInstant(standing.startedAt) },
        after: { start_date: isoInstant(startedAt), reason },
      });
      const start = localMoment(startedAt, academyZone);
      await notify(writer, {
        kind: 'start-corrected',
        event: String(id),
        accounts: [accountId],
        about: 'project',
        text: `The start of your project was changed to ${start}. Your weeks open accordingly`,
        href: '/ProjectDashboard1',
        now,
      });
      return id;
    }),
  );
}
