import type { ListedPerson, People } from '#contract/people/calls';
import type { PeopleAct, StaffRole, Stage } from '#contract/people/people-view';

export const stageNames: Record<Stage, string> = {
  unconfirmed: 'Email not confirmed',
  confirmed: 'Email confirmed',
  waiting: 'Waiting for placement',
  placed: 'Placed, no project',
  'with-project': 'With a project',
  suspended: 'Suspended',
  staff: 'Staff',
  'deletion-asked': 'Deletion requested',
  anonymised: 'Anonymised',
};

/** Stages that are shown only where somebody is at them. */
const rare = new Set<Stage>(['suspended', 'deletion-asked', 'anonymised']);

/** The stages to choose from, with how many people are at each. */
export function shownStages(counts: People['counts'], chosen: Stage | null): [Stage, number][] {
  return (Object.keys(stageNames) as Stage[])
    .filter((stage) => !rare.has(stage) || counts[stage] > 0 || stage === chosen)
    .map((stage) => [stage, counts[stage]]);
}

/** What an act is called, what it does to so many people, and what was done once it is. */
export const actWords: Record<PeopleAct, { name: string; press: (who: string) => string; done: string }> = {
  place: { name: 'Place in a batch', press: (who) => `Place ${who}`, done: 'placed' },
  confirm: { name: 'Confirm the email', press: (who) => `Confirm ${who}`, done: 'confirmed' },
  'send-reset': {
    name: 'Send a password reset link',
    press: (who) => `Send ${who} a link`,
    done: 'sent a link',
  },
  'sign-out': { name: 'Log out everywhere', press: (who) => `Log ${who} out`, done: 'logged out' },
  suspend: { name: 'Suspend', press: (who) => `Suspend ${who}`, done: 'suspended' },
  'bring-back': { name: 'Bring back', press: (who) => `Bring ${who} back`, done: 'brought back' },
};

export const roleNames: Record<StaffRole, string> = { mentor: 'Mentor', administrator: 'Administrator' };

export const peopleCount = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`;

/** The batches that somebody of staff is in charge of, which a portal of before does not name. */
export const batchesInWords = ({
  role,
  batches = [],
}: {
  role: StaffRole;
  batches?: readonly string[] | undefined;
}) => (role === 'administrator' ? 'All' : batches.join(', ') || 'None');

/** Where a person stands, in one or two words. */
export function stageOf(person: ListedPerson): string {
  if (person.anonymised) return 'Anonymised';
  if (person.suspended) return 'Suspended';
  if (person.role !== 'student') return roleNames[person.role];
  if (person.batch === null) return stageNames.waiting;
  if (person.project !== null) return stageNames['with-project'];
  return person.typed_batch === null ? stageNames.placed : stageNames.waiting;
}
