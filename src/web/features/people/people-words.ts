import type { People } from '#contract/people/calls';
import type { ListedStage, BulkActionName } from '#contract/people/people-view';
import { stageNames } from '#contract/people/statuses';
import { countOf } from '../../ui/format-number.ts';

/** Shown only where somebody is at one. */
const rare = new Set<ListedStage>(['imported', 'invited', 'suspended', 'deletion-asked', 'anonymised']);

/** With how many people are at each. */
export function shownStages(counts: People['counts'], chosen: ListedStage | null): [ListedStage, number][] {
  return (Object.keys(stageNames) as ListedStage[])
    .filter((stage) => !rare.has(stage) || counts[stage] > 0 || stage === chosen)
    .map((stage) => [stage, counts[stage]]);
}

type BulkActionWords = { name: string; short: string; press: (who: string) => string; done: string };

/** A bulk action: its name, its button, what it does to so many people, and what was done. */
export const bulkActionWords: Record<BulkActionName, BulkActionWords> = {
  place: {
    name: 'Place in a batch',
    short: 'Place',
    press: (who) => `Place ${who}`,
    done: 'placed in the batch',
  },
  confirm: {
    name: 'Confirm the email',
    short: 'Confirm email',
    press: (who) => `Confirm ${who}`,
    done: 'confirmed',
  },
  'choose-project': {
    name: 'Choose a project',
    short: 'Choose project',
    press: (who) => `Choose a project for ${who}`,
    done: 'given a project',
  },
  'send-reset': {
    name: 'Send a password reset link',
    short: 'Send a reset link',
    press: (who) => `Send ${who} a link`,
    done: 'sent a link',
  },
  'sign-out': {
    name: 'Log out everywhere',
    short: 'Log out everywhere',
    press: (who) => `Log ${who} out`,
    done: 'logged out',
  },
  suspend: { name: 'Suspend', short: 'Suspend', press: (who) => `Suspend ${who}`, done: 'suspended' },
  'bring-back': {
    name: 'Reactivate',
    short: 'Reactivate',
    press: (who) => `Reactivate ${who}`,
    done: 'reactivated',
  },
};

export const peopleCount = (count: number) => countOf(count, 'person', 'people');
