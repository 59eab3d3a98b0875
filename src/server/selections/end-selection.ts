import { isoInstant } from '#contract/dates';
import { choosingAt } from '#contract/selections/choosing';
import { lockAccount } from '../accounts/queries.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { notify } from '../notices/notify.ts';
import type { AppContext } from '../platform/context.ts';
import { once } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { Writer } from '../platform/database/database.ts';
import { selectionOfStudent, selectionRequirements, type SelectionRow } from './queries.ts';
import { localMoment } from '../platform/zoned-time.ts';
import { insertSelection } from './insert-selection.ts';

/**
 * Corrects the start of a student's project and notifies the student; the reason is for staff. The selection becomes a new
 * row with the same project and moment of choice.
 * @param change `startedAt` in milliseconds since 1970 UTC
 * @throws 409 without a selection, or for the same start
 */
export async function correctStart(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { student, actorId, reason, startedAt }: ChangeOfChoice & { startedAt: number },
  key: string | null = null,
): Promise<void> {
  const { settings } = context;
  const { accountId, email } = student;
  const { academyZone } = settings;
  const content = [accountId, startedAt, reason];
  await once(context, { accountId: actorId, kind: 'start', key, content }, async (writer, now) => {
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
      text: `The start of your project was changed to ${start}. Your weeks follow the new start`,
      href: '/ProjectDashboard1',
      now,
    });
  });
}

/** The reason is for staff. */
export type ChangeOfChoice = {
  student: { accountId: number; email: string };
  actorId: number;
  reason: string;
};

/**
 * Moves the row to `former_selections`.
 * @returns the ended selection with its project's name
 * @throws 409 without a selection
 */
export async function endSelection(
  writer: Writer,
  accountId: number,
  endedAs: 'corrected' | 'undone',
  { actorId, at, reason }: { actorId: number; at: number; reason: string },
): Promise<SelectionRow> {
  await lockAccount(writer, accountId);
  const [standing] = await selectionOfStudent(writer, { accountId });
  if (standing === undefined) throw httpErrors.conflict('The student has not chosen a project.');
  const { id, projectId, startedAt, chosenAt } = standing;
  await writer
    .insertInto('former_selections')
    .values({
      selection_id: id,
      account_id: accountId,
      project_id: projectId,
      started_at: startedAt,
      chosen_at: chosenAt ?? startedAt,
      ended_at: at,
      ended_as: endedAs,
      reason,
      ended_by: actorId,
    })
    .execute();
  await writer.deleteFrom('selections').where('id', '=', id).execute();
  return standing;
}

/**
 * Undoes a selection and notifies the student, who may choose again; the reason is for staff. Submissions stay with their
 * project. The caller checks that the actor is an administrator.
 * @param change `projectId` is the project that the administrator saw; `onUndone`, of later rooms, is in the transaction
 * @throws 409 without a selection, or for another project
 */
export async function undoSelection(
  context: Pick<AppContext, 'database' | 'clock'>,
  {
    student,
    actorId,
    reason,
    projectId,
    onUndone = async () => {},
  }: ChangeOfChoice & { projectId: string; onUndone?: (writer: Writer, now: number) => Promise<void> },
  key: string | null = null,
): Promise<void> {
  const content = [student.accountId, projectId, reason];
  await once(context, { accountId: actorId, kind: 'undoing', key, content }, async (writer, now) => {
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
    await onUndone(writer, now);
    const { student: choosing } = await selectionRequirements(writer, student.accountId, projectId);
    const next =
      choosingAt(choosing, now) === 'over'
        ? ' and will choose another project for you'
        : '. Please choose a project again';
    await notify(writer, {
      kind: 'selection-undone',
      event: String(standing.id),
      accounts: [student.accountId],
      about: 'project',
      text: `The academy has reset your choice of ${standing.projectName}${next}`,
      href: '/StudentDashboard',
      now,
    });
  });
}
