import { choosingAt, type Choosing } from '#contract/selections/choosing';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { serverMessages } from '../platform/http/server-messages.ts';
import type { Writer } from '../platform/database/database.ts';
import { isForeignKeyViolation } from '../platform/database/database-errors.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { localMoment } from '../platform/zoned-time.ts';

type SelectionRequirements = {
  student: { courseId: number | null; exitScore: number | null };
  /** Null for a confirmed address. */
  confirmFirst: string | null;
  project: { courseId: number; retiredAt: number | null } | undefined;
};

/** Null while projects may be chosen. @param zone IANA */
export function refusalByTime(choosing: Choosing, now: number, zone: string): string | null {
  const state = choosingAt(choosing, now);
  if (state === 'open') return null;
  return state === 'early'
    ? `You can choose a project from ${localMoment(choosing.from as number, zone)}.`
    : `Choosing ended on ${localMoment(choosing.until as number, zone)}. Your academy will choose a project for you.`;
}

const noSuchProject = 'There is no project with this p_id.';

/**
 * In the order of the wire's table; null if nothing prevents it. No exit score is no obstacle, and the minimum passes.
 */
export function refusalOfSelection({ student, confirmFirst, project }: SelectionRequirements): string | null {
  if (project === undefined) return noSuchProject;
  if (student.courseId === null) {
    return 'You are not in a batch yet. You can choose a project once you have a batch.';
  }
  if (project.courseId !== student.courseId) return 'This project belongs to another course.';
  if (project.retiredAt !== null) return serverMessages.projectRetired;
  if (student.exitScore !== null && student.exitScore < limits.exitScoreMin) return messages.exitScoreLow;
  return confirmFirst;
}

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
