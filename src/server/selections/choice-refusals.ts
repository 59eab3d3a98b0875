import type { ChoiceReason } from '#contract/selections/choosing';
import { choosingAt, type Choosing } from '#contract/selections/choosing';
import { isScoreLow } from '#contract/limits';
import { studentMessages } from '#contract/student-messages';
import { guardianSentences } from '../accounts/consent/consent-rules.ts';
import { missingGuardian } from '../accounts/consent/consent-queries.ts';
import { hasWaitingScore } from '../accounts/imported-profiles.ts';
import { confirmFirstMessage, mustConfirmFirst } from '../accounts/policy.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import type { Reader } from '../platform/database/database.ts';
import { serverMessages } from '../platform/http/server-messages.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { localMoment } from '../platform/zoned-time.ts';
import { noSuchProject } from './insert-selection.ts';
import { selectionRequirements } from './queries.ts';

export type ChoiceRefusal = { reason: ChoiceReason; message: string };

type Requirements = Awaited<ReturnType<typeof selectionRequirements>>;

/** Empty while projects may be chosen. @param zone IANA */
function refusalsByTime(choosing: Choosing, now: number, zone: string): ChoiceRefusal[] {
  const reason = choosingAt(choosing, now);
  if (reason === 'open') return [];
  const message =
    reason === 'early'
      ? `You can choose a project after ${localMoment(choosing.from as number, zone)}.`
      : `Choosing ended on ${localMoment(choosing.until as number, zone)}. Your academy will choose a project for you.`;
  return [{ reason, message }];
}

const noBatch: ChoiceRefusal = {
  reason: 'no-batch',
  message: 'You are not in a batch yet. You can choose a project once you have a batch.',
};

/** Whether it is offered to the student. */
export function refusalOfProject({ student, project }: Requirements): ChoiceRefusal | null {
  if (project === undefined) return { reason: 'unknown', message: noSuchProject };
  if (student.courseId === null) return noBatch;
  if (project.courseId !== student.courseId)
    return { reason: 'other-course', message: 'This project belongs to another course.' };
  if (project.offer === 'archived') return { reason: 'archived', message: serverMessages.projectArchived };
  return project.offer === 'incomplete'
    ? { reason: 'incomplete', message: serverMessages.projectIncomplete }
    : null;
}

type ChoosingStudent = Pick<Viewer, 'accountId' | 'isConfirmed' | 'mustConfirm'>;

/** The portal requires it, or a waiting exit score may forbid the selection. */
async function confirmFirst(reader: Reader, settings: Settings, student: ChoosingStudent): Promise<boolean> {
  if (student.isConfirmed) return false;
  return mustConfirmFirst(student, settings) || hasWaitingScore(reader, student.accountId);
}

/**
 * Everything that a choice would be refused for, in the order of the wire's table; empty if it may be made. No exit
 * score is no obstacle, and the minimum passes.
 * @param projectId null for what holds whatever the project
 */
export async function refusalsOfChoice(
  reader: Reader,
  settings: Settings,
  student: ChoosingStudent,
  { projectId, now }: { projectId: string | null; now: number },
): Promise<{ refusals: ChoiceRefusal[]; project: Requirements['project'] }> {
  const { accountId } = student;
  // Before the score is read, so that a score that arrives meanwhile is seen.
  const isUnconfirmed = await confirmFirst(reader, settings, student);
  const requirements = await selectionRequirements(reader, accountId, projectId);
  const { student: own, project } = requirements;
  const guardian = await missingGuardian(reader, accountId);
  const ofAny = own.courseId === null ? noBatch : null;
  const ofProject = projectId === null ? ofAny : refusalOfProject(requirements);
  const seats = project?.seats ?? null;
  const refusals: (ChoiceRefusal | false | null)[] = [
    ...refusalsByTime(own, now, settings.academyZone),
    guardian && { reason: 'guardian', message: guardianSentences[guardian] },
    ofProject,
    isScoreLow(own.exitScore) && { reason: 'score', message: studentMessages.exitScoreLow },
    isUnconfirmed && { reason: 'unconfirmed', message: confirmFirstMessage(settings) },
    seats !== null &&
      (project?.seatsTaken ?? 0) >= seats && { reason: 'full', message: serverMessages.noSeatLeft },
  ];
  return { refusals: refusals.filter((one) => one !== null && one !== false), project };
}
