import { withQuery } from '../fill-path.ts';

/** What is missing in the last week, in the order in which it is done. */
export const unfinishedGroups = [
  'project',
  'unsubmitted',
  'viva',
  'extension',
  'unmarked',
  'review',
  'unreleased',
] as const;
export type UnfinishedGroup = (typeof unfinishedGroups)[number];

export const unfinishedLabels: Record<UnfinishedGroup, string> = {
  project: 'No project',
  unsubmitted: 'Not submitted',
  viva: 'Viva not taken',
  extension: 'Extension requests',
  unmarked: 'Not marked',
  review: 'Mark reviews',
  unreleased: 'Not released',
};

/** What students do themselves, and can be reminded of. */
export const remindedGroups = [
  'project',
  'unsubmitted',
  'viva',
] as const satisfies readonly UnfinishedGroup[];
export type RemindedGroup = (typeof remindedGroups)[number];

export const isReminded = (group: UnfinishedGroup): group is RemindedGroup =>
  (remindedGroups as readonly UnfinishedGroup[]).includes(group);

/** The end of the course. */
export function finishAddress(batch: string, group: UnfinishedGroup | null = null): string {
  return withQuery(`/staff/batches/${encodeURIComponent(batch)}/finish`, { group });
}

/** From `?group=…`; null where the first with somebody in it is shown. */
export const finishGroup = (search: URLSearchParams): UnfinishedGroup | null =>
  unfinishedGroups.find((group) => group === search.get('group')) ?? null;
