import { isSame } from '#contract/began';
import { instantOrNull } from '#contract/dates';
import { isScoreLow, limits } from '#contract/limits';
import { serverMessages } from '../platform/http/server-messages.ts';
import type { BulkActionName } from '#contract/people/people-view';
import { placementRefusal, type NamedBatch } from '../courses/batch-queries.ts';
import { otherCourseMessage } from '../selections/insert-selection.ts';
import type { Offer } from '../projects/queries.ts';
import type { ChosenProject } from '../selections/queries.ts';
import type { PersonToActOn } from './queries.ts';

export type ChosenProjectOf = { id: string; name: string; courseId: number; offer: Offer };

export type Target = PersonToActOn & {
  hasSession: boolean;
  hasCalendar: boolean;
  lacksGuardian: boolean;
  chosen: ChosenProject | null;
  /** For `choose-project`; null without a preference. */
  project: ChosenProjectOf | null;
};

export type BulkAction = {
  act: BulkActionName;
  batch: NamedBatch | null;
  /** Of `choose-project`: the office has named the project. */
  isNamed: boolean;
  actorId: number;
  now: number;
};

const sentence = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;

/** The order of the student's own choice; the email counts as theirs once it is confirmed. */
function refusalOfChoice({ now }: BulkAction, target: Target): string | null {
  const { project } = target;
  if (target.role !== 'student') return `This person is a ${target.role}, not a student.`;
  if (target.chosen !== null) return 'Already has a project.';
  if (target.batch === null) return 'Not in a batch yet.';
  if (target.choose_until === null || target.choose_until >= now)
    return `Students of ${target.batch} can still choose.`;
  if (target.lacksGuardian) return 'Under 18, and no guardian is confirmed.';
  if (project === null) return 'Prefers no project. Choose one for this person.';
  if (project.courseId !== target.course_id) return `${project.name} belongs to another course.`;
  if (project.offer === 'archived') return `${project.name} is archived.`;
  if (project.offer === 'incomplete') return `${project.name} has no details yet.`;
  if (isScoreLow(target.exit_score)) return `The exit score is below ${limits.exitScoreMin}.`;
  return target.confirmed_at === null ? 'The email is not confirmed.' : null;
}

/** Null if it applies. */
export function refusalFor(action: BulkAction, target: Target): string | null {
  const { act, batch, actorId } = action;
  const { chosen } = target;
  if (target.anonymised_at !== null) return serverMessages.personAnonymised;
  const isElsewhere = (courseId: number | null) =>
    chosen !== null && courseId !== null && courseId !== chosen.courseId;
  const refusals: Record<BulkActionName, () => string | null | false> = {
    confirm: () =>
      target.confirmed_at !== null
        ? 'The email is already confirmed.'
        : isElsewhere(target.importedCourseId) &&
          chosen !== null &&
          sentence(otherCourseMessage(chosen, target.importedBatch ?? '')),
    place: () => {
      if (batch === null) return 'No batch is chosen.';
      if (target.role !== 'student') return `This person is a ${target.role}, not a student.`;
      if (target.batch_id === batch.id) return `Already in ${batch.name}.`;
      return (
        placementRefusal(batch) ??
        (isElsewhere(batch.course_id) && chosen !== null && sentence(otherCourseMessage(chosen, batch.name)))
      );
    },
    'choose-project': () => refusalOfChoice(action, target),
    suspend: () =>
      target.suspended_at !== null
        ? 'The account is already suspended.'
        : target.id === actorId && 'You cannot suspend your own account.',
    'bring-back': () => target.suspended_at === null && 'The account is not suspended.',
    'sign-out': () => !target.hasSession && !target.hasCalendar && 'Nobody is logged in to the account.',
    'send-reset': () => target.suspended_at !== null && 'The account is suspended. Reactivate it first.',
  };
  return refusals[act]() || null;
}

/** What the action replaces, or takes from the person; null for nothing. */
export function replacedBy({ act, isNamed }: BulkAction, target: Target): string | null {
  if (act === 'place') return target.batch;
  if (act === 'confirm') return target.importedBatch;
  if (act === 'bring-back') return instantOrNull(target.suspended_at);
  return act === 'choose-project' && !isNamed ? (target.project?.id ?? null) : null;
}

/**
 * Why the action would overwrite what others have changed since the page was loaded; null if it does not.
 * @param began what the page showed of each person, by id
 */
export function overwrittenBy(
  action: BulkAction,
  target: Target,
  began: Readonly<Record<string, unknown>>,
): string | null {
  const id = String(target.id);
  if (!(id in began) || isSame(began[id], replacedBy(action, target))) return null;
  if (action.act === 'place')
    return target.batch === null ? 'Not in a batch now.' : `Now in ${target.batch}.`;
  if (action.act === 'confirm')
    return target.importedBatch === null
      ? 'Will join no batch now.'
      : `Will now join ${target.importedBatch}.`;
  if (action.act === 'bring-back') return 'Was suspended again since you opened this page.';
  return target.project === null ? 'Prefers no project now.' : `Now prefers ${target.project.name}.`;
}

/** Only what differs from person to person. */
export function noteFor({ act, batch }: BulkAction, target: Target): string | null {
  if (act === 'place' && target.batch !== null) return `From ${target.batch} to ${batch?.name}`;
  if (act === 'confirm' && target.importedBatch !== null && target.importedBatch !== target.batch)
    return `Will join ${target.importedBatch}`;
  if (act === 'choose-project') return target.project?.name ?? null;
  if (act === 'sign-out' && target.hasCalendar) return 'Ends the calendar link';
  if (act === 'suspend' && target.role !== 'student') return `A ${target.role}`;
  return null;
}
