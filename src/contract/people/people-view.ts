import { limits } from '../limits.ts';

/**
 * Whom the office looks for. All but the last four are students who are not suspended; who waits has no batch, or another one
 * than was typed at signup; who was anonymised is nowhere else.
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

/** What can be done to many people at once. */
export const peopleActs = ['confirm', 'place', 'suspend', 'bring-back', 'sign-out', 'send-reset'] as const;
export type PeopleAct = (typeof peopleActs)[number];

/** What the list of people shows; the address says so, as far as somebody has chosen. */
export type PeopleView = {
  /** The beginnings of words of a name, an address or a phone. */
  q: string;
  stage: Stage | null;
  /** A batch's name. */
  batch: string;
  /** What was typed at signup by whoever waits. */
  typed: string;
  /** The `next` of the page before; empty for the first. */
  after: string;
};

const texts = ['q', 'batch', 'typed', 'after'] as const;

/** Reads the view from the address; what it does not know counts as not chosen. */
export function peopleView(search: URLSearchParams): PeopleView {
  const [q = '', batch = '', typed = '', after = ''] = texts.map((name) => (search.get(name) ?? '').trim());
  return { q, stage: stages.find((stage) => stage === search.get('stage')) ?? null, batch, typed, after };
}

/** The same as the query of the call that lists people. */
export function peopleQuery({ q, stage, batch, typed, after }: PeopleView) {
  return {
    ...(q !== '' && { q: q.slice(0, limits.search) }),
    ...(stage !== null && { stage }),
    ...(batch !== '' && { batch }),
    ...(typed !== '' && { typed }),
    ...(after !== '' && { after }),
  };
}

/** The address of the list of people; what is left out is as at first. */
export function peopleAddress(view: Partial<PeopleView> = {}): string {
  const whole: PeopleView = { q: '', stage: null, batch: '', typed: '', after: '', ...view };
  const search = new URLSearchParams(peopleQuery(whole));
  return search.size === 0 ? '/staff/people' : `/staff/people?${search}`;
}

/** An act that was begun on the list: whom it is about, by ids, and where `place` would put them. */
export type ChosenAct = { act: PeopleAct; ids: string[]; to: string };

/** Reads the act from the address of the list; null for none. */
export function chosenAct(search: URLSearchParams): ChosenAct | null {
  const act = peopleActs.find((one) => one === search.get('act'));
  const ids = [...new Set(search.getAll('id'))].slice(0, limits.peopleAtOnce);
  return act === undefined || ids.length === 0 ? null : { act, ids, to: (search.get('to') ?? '').trim() };
}

/** The address of the list once an act on it is done: the list says so. */
export function doneAddress(view: PeopleView, act: PeopleAct, count: number): string {
  const address = peopleAddress({ ...view, after: '' });
  return `${address}${address.includes('?') ? '&' : '?'}did=${act}&count=${count}`;
}

/** What was done, as such an address says; null for nothing. */
export function peopleDone(search: URLSearchParams): { act: PeopleAct; count: number } | null {
  const act = peopleActs.find((one) => one === search.get('did'));
  const count = Number(search.get('count'));
  return act === undefined || !Number.isSafeInteger(count) || count < 1 ? null : { act, count };
}

/** The address of a person's screen for the office. */
export function personAddress(s_id: string): string {
  return `/staff/people/${encodeURIComponent(s_id)}`;
}

/** The roles of staff. */
export const staffRoles = ['mentor', 'administrator'] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * The address of the list of staff.
 * @param after the `next` of the page before
 */
export function staffMembersAddress({ after = '' }: { after?: string } = {}): string {
  return after === '' ? '/staff/members' : `/staff/members?${new URLSearchParams({ after })}`;
}
