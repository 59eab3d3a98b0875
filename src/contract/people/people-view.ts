import { withQuery } from '../fill-path.ts';
import { limits } from '../limits.ts';
import type { InvitationState } from './import-fields.ts';

/**
 * All but the last four: students, not suspended. `waiting`: without a batch, or another than typed at
 * signup. Only `anonymised` shows those.
 */
export const stages = [
  'unconfirmed',
  'confirmed',
  'waiting',
  'placed',
  'with-project',
  'suspended',
  'staff',
  'deletion-asked',
  'anonymised',
] as const;
export type Stage = (typeof stages)[number];

/** Imported people who have not signed up; `imported`: not invited, or their invitation was withdrawn. */
export const expectedStages = ['imported', 'invited'] as const;
export type ExpectedStage = (typeof expectedStages)[number];
/** The states of the invitation at each. */
export const invitationsOf = {
  imported: ['not-invited', 'revoked'],
  invited: ['sent', 'printed', 'opened', 'expired'],
} as const satisfies Record<ExpectedStage, readonly InvitationState[]>;
export const listedInvitations = [...invitationsOf.imported, ...invitationsOf.invited] as const;
export type ListedInvitation = (typeof listedInvitations)[number];
export const isExpectedStage = (stage: string | null | undefined): stage is ExpectedStage =>
  expectedStages.some((one) => one === stage);
export const listedStages = [...expectedStages, ...stages] as const;
export type ListedStage = (typeof listedStages)[number];

export const bulkActions = [
  'confirm',
  'place',
  'suspend',
  'bring-back',
  'sign-out',
  'send-reset',
  'choose-project',
] as const;
export type BulkActionName = (typeof bulkActions)[number];

/** `-`: descending; by default the newest account first. */
export const peopleSorts = ['name', 'email', 'batch', 'status', 'signed-up', 'seen'] as const;
export type PeopleSort = (typeof peopleSorts)[number] | `-${(typeof peopleSorts)[number]}`;
export const allPeopleSorts = peopleSorts.flatMap((sort): PeopleSort[] => [sort, `-${sort}`]);

/** Kept in the address. */
export type PeopleView = {
  /** Prefixes of words of name, email, phone. */
  q: string;
  stage: ListedStage | null;
  /** Of the stage. */
  invitation: ListedInvitation | null;
  batch: string;
  /** Typed at signup. */
  typed: string;
  /** `next` of the former page; '' for the first. */
  after: string;
  sort: PeopleSort | null;
};

const texts = ['q', 'batch', 'typed', 'after'] as const;

export function peopleView(search: URLSearchParams): PeopleView {
  const [q = '', batch = '', typed = '', after = ''] = texts.map((name) => (search.get(name) ?? '').trim());
  const sort = search.get('sort');
  const stage = listedStages.find((one) => one === search.get('stage')) ?? null;
  const states: readonly ListedInvitation[] = isExpectedStage(stage) ? invitationsOf[stage] : [];
  return {
    q,
    stage,
    invitation: states.find((one) => one === search.get('invitation')) ?? null,
    batch,
    typed,
    after,
    sort: allPeopleSorts.find((one) => one === sort) ?? null,
  };
}

export function peopleQuery({ q, stage, invitation, batch, typed, after, sort }: PeopleView) {
  return {
    ...(q !== '' && { q: q.slice(0, limits.search) }),
    ...(stage !== null && { stage }),
    ...(invitation !== null && { invitation }),
    ...(batch !== '' && { batch }),
    ...(typed !== '' && { typed }),
    ...(after !== '' && { after }),
    ...(sort !== null && { sort }),
  };
}

export function peopleAddress(view: Partial<PeopleView> = {}): string {
  const whole = {
    q: '',
    stage: null,
    invitation: null,
    batch: '',
    typed: '',
    after: '',
    sort: null,
    ...view,
  };
  return withQuery('/staff/people', peopleQuery(whole));
}

/** `to`: the batch for `place`. `p_id` for `choose-project`; '' for each student's preference. */
export type ChosenBulkAction = { act: BulkActionName; ids: string[]; to: string; p_id: string };

export function chosenBulkAction(search: URLSearchParams): ChosenBulkAction | null {
  const act = bulkActions.find((one) => one === search.get('act'));
  const ids = [...new Set(search.getAll('id'))].slice(0, limits.peopleAtOnce);
  const [to = '', p_id = ''] = ['to', 'p_id'].map((name) => (search.get(name) ?? '').trim());
  return act === undefined || ids.length === 0 ? null : { act, ids, to, p_id };
}

export function doneAddress(view: PeopleView, act: BulkActionName, count: number): string {
  const address = peopleAddress({ ...view, after: '' });
  return `${address}${address.includes('?') ? '&' : '?'}did=${act}&count=${count}`;
}

export function peopleDone(search: URLSearchParams): { act: BulkActionName; count: number } | null {
  const act = bulkActions.find((one) => one === search.get('did'));
  const count = Number(search.get('count'));
  return act === undefined || !Number.isSafeInteger(count) || count < 1 ? null : { act, count };
}

/** Of the former screen of invitations, which this list has replaced. */
export const formerInvitations = '/staff/invitations';

export function addressOfInvitations(search: URLSearchParams): string {
  const batch = (search.get('batch') ?? '').trim();
  const state = search.get('state') ?? '';
  if (state === 'used') return peopleAddress({ batch });
  const invitation = listedInvitations.find((one) => one === state) ?? null;
  const stage = expectedStages.find((one) => (invitationsOf[one] as readonly unknown[]).includes(invitation));
  return peopleAddress({ batch, stage: stage ?? 'invited', invitation });
}

export function personAddress(s_id: string): string {
  return `/staff/people/${encodeURIComponent(s_id)}`;
}

/** Of an imported person without an account. */
export function importedAddress(s_id: string): string {
  return `/staff/imported/${encodeURIComponent(s_id)}`;
}

export const addPersonAddress = '/staff/people/add';

export const staffRoles = ['mentor', 'administrator'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const examinerStates = ['active', 'removed'] as const;
export type ExaminerState = (typeof examinerStates)[number];

/** @param after `next` of the former page */
export function staffMembersAddress(view: { after?: string } = {}): string {
  return withQuery('/staff/members', view);
}

/** Merges two lists that each begin with the newest, and keeps the order of each. */
export function mergeNewest<T>(some: readonly T[], others: readonly T[], at: (one: T) => number): T[] {
  const merged: T[] = [];
  let [left, right] = [0, 0];
  while (left < some.length || right < others.length) {
    const [one, other] = [some[left], others[right]];
    const isLeft = other === undefined || (one !== undefined && at(one) >= at(other));
    merged.push((isLeft ? one : other) as T);
    if (isLeft) left++;
    else right++;
  }
  return merged;
}
