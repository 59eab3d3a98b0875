import type { CurrentUser } from '#contract/accounts/calls';
import { releaseAddress, staffAddress, unsubmittedAddress } from '#contract/marking/staff-view';
import { peopleAddress } from '#contract/people/people-view';
import { batchAddress } from '#contract/progress/batch-view';
import type { UnfinishedGroup } from '#contract/results/unfinished';

type GroupWords = {
  /** About the listed rows, and where there are none. */
  some: string;
  none: string;
  /** The instant of a row. */
  when: { field: 'due_at' | 'since'; label: string } | null;
};

export const groupWords: Record<UnfinishedGroup, GroupWords> = {
  project: {
    some: 'These students have not chosen a project, so they cannot submit anything.',
    none: 'Every student has a project.',
    when: null,
  },
  unsubmitted: {
    some: 'These tasks are open, and the students have not submitted them. To record an absence or a mark without a file, open the task.',
    none: 'Students have submitted every open task.',
    when: { field: 'due_at', label: 'Due' },
  },
  viva: {
    some: 'These students have neither a submission nor a mark for the viva. To record a mark without a file, open it.',
    none: 'No open viva is missing.',
    when: { field: 'due_at', label: 'Due' },
  },
  extension: {
    some: 'These students wait for an answer to an extension request.',
    none: 'All extension requests are answered.',
    when: { field: 'since', label: 'Requested' },
  },
  unmarked: {
    some: 'These submissions have no mark.',
    none: 'Every submission is marked.',
    when: { field: 'since', label: 'Submitted' },
  },
  review: {
    some: 'These students wait for the review of a mark.',
    none: 'All mark reviews are answered.',
    when: { field: 'since', label: 'Requested' },
  },
  unreleased: {
    some: 'Students cannot see these marks.',
    none: 'Every mark is released.',
    when: { field: 'since', label: 'Submitted' },
  },
};

/** Where a group is done; null where only the office can do it. */
export function placeOf(
  group: UnfinishedGroup,
  batch: string,
  { role }: Pick<CurrentUser, 'role'>,
): { label: string; to: string } | null {
  switch (group) {
    case 'project':
      if (role !== 'administrator') return null;
      return { label: 'Choose for students', to: peopleAddress({ stage: 'placed', batch }) };
    case 'extension':
      return { label: 'Answer requests', to: `${batchAddress(batch)}#extension-requests` };
    case 'unmarked':
      return { label: 'Mark submissions', to: staffAddress({ batch, state: 'to-mark' }) };
    case 'review':
      return { label: 'Answer reviews', to: staffAddress({ batch, state: 'second-look' }) };
    case 'unreleased':
      return { label: 'Release marks', to: releaseAddress(batch) };
    case 'unsubmitted':
      return { label: 'Record “Not submitted”', to: unsubmittedAddress(batch) };
    case 'viva':
      return { label: 'Record “Not submitted”', to: unsubmittedAddress(batch, 'viva') };
  }
}
