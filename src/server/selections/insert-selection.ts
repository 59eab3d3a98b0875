import type { Reader, Writer } from '../platform/database/database.ts';
import { isForeignKeyViolation, isRefusedBy } from '../platform/database/database-errors.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { isoInstant } from '#contract/dates';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { notify } from '../notices/notify.ts';
import { beginningOfChoice } from './choice-times.ts';
import { type ChosenProject, chosenProjects } from './queries.ts';

export const noSuchProject = 'There is no project with this p_id.';

/**
 * @param chosenAt null for the start
 * @returns the id; null where the account has a selection already
 * @throws 400 where the project is gone
 */
export async function insertSelection(
  writer: Writer,
  {
    accountId,
    projectId,
    startedAt,
    chosenAt = null,
  }: { accountId: number; projectId: string; startedAt: number; chosenAt?: number | null },
): Promise<number | null> {
  const inserted = await writer
    .insertInto('selections')
    .values({ account_id: accountId, project_id: projectId, started_at: startedAt, chosen_at: chosenAt })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('id')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? httpErrors.badRequest(noSuchProject) : error;
    });
  return inserted?.id ?? null;
}

/**
 * The office's choice for a student who has none, who is notified; it starts now and is as permanent as the
 * student's own. The caller locks the account and checks that it may be made.
 * @param now in milliseconds since 1970 UTC
 * @throws 409 where the student has a project meanwhile, or the project has no seat
 */
export async function chooseForStudent(
  writer: Writer,
  {
    account,
    project,
    actorId,
    now,
  }: {
    account: { id: number; email: string };
    project: { id: string; name: string };
    actorId: number;
    now: number;
  },
): Promise<void> {
  const at = await beginningOfChoice(writer, account.id, now);
  const id = await insertSelection(writer, {
    accountId: account.id,
    projectId: project.id,
    startedAt: at,
    chosenAt: at,
  }).catch((error: unknown) => {
    throw isRefusedBy(error, 'no_seat_left')
      ? httpErrors.conflict(`${project.name} has no seats left.`)
      : error;
  });
  if (id === null) throw httpErrors.conflict('The student has a project.');
  await recordAuditEvent(writer, {
    at: now,
    actorId,
    act: 'choose-for-student',
    subject: account.email,
    aboutId: account.id,
    after: { p_id: project.id, start_date: isoInstant(at) },
  });
  await notify(writer, {
    kind: 'project-chosen',
    event: String(id),
    accounts: [account.id],
    about: 'project',
    text: `The academy has chosen ${project.name} for you. Your four weeks have begun`,
    href: '/ProjectDashboard1',
    now,
  });
}

/** Any batch of the chosen project's course. */
export async function fitsChoice(
  database: Reader,
  accountId: number,
  batch: { course_id: number },
): Promise<boolean> {
  const chosen = (await chosenProjects(database, [accountId])).get(accountId);
  return chosen === undefined || chosen.courseId === batch.course_id;
}

/** @throws a 409 error when a batch is of another course */
export async function refuseOtherCourse(
  database: Reader,
  accountId: number,
  batch: { name: string; course_id: number },
): Promise<void> {
  const chosen = (await chosenProjects(database, [accountId])).get(accountId);
  if (chosen === undefined || chosen.courseId === batch.course_id) return;
  throw httpErrors.conflict(otherCourseMessage(chosen, batch.name));
}

export function otherCourseMessage(chosen: Pick<ChosenProject, 'id' | 'course'>, batch: string): string {
  return `the student has chosen ${chosen.id} of "${chosen.course}" and cannot move to ${batch}, a batch of another course`;
}
