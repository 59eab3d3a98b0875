import { batchKey } from '../limits.ts';

/** How a batch's students are ordered: by name, the furthest behind first, the longest unseen first. */
export const progressSorts = ['behind', 'name', 'seen'] as const;
export type ProgressSort = (typeof progressSorts)[number];

/** Which of them: nothing handed in yet, not seen for seven days, something late, waiting for placement. */
export const progressFilters = ['unsubmitted', 'silent', 'late', 'waiting'] as const;
export type ProgressFilter = (typeof progressFilters)[number];

/** What a batch's screen shows; the address says so, as far as somebody has chosen. */
export type BatchView = {
  /** Part of a name or address. */
  q: string;
  sort: ProgressSort;
  filter: ProgressFilter | null;
  /** A project's id; with it no filter is set. */
  project: string | null;
  as: 'arches' | 'table';
};

const ofProject = 'project:';

/** One choice for the address: a filter, `project:` with a project's id, or nothing. */
export function filterValue({ filter, project }: Pick<BatchView, 'filter' | 'project'>): string {
  return project === null ? (filter ?? '') : ofProject + project;
}

/** The same, read. */
export function parseFilter(value: string): Pick<BatchView, 'filter' | 'project'> {
  if (value.startsWith(ofProject)) return { filter: null, project: value.slice(ofProject.length) || null };
  return { filter: progressFilters.find((filter) => filter === value) ?? null, project: null };
}

/** Reads the view from the address (`?q=…&sort=…&filter=…&as=table`); what it does not know counts as not chosen. */
export function batchView(search: URLSearchParams): BatchView {
  return {
    q: (search.get('q') ?? '').trim(),
    sort: progressSorts.find((sort) => sort === search.get('sort')) ?? 'behind',
    ...parseFilter(search.get('filter') ?? ''),
    as: search.get('as') === 'table' ? 'table' : 'arches',
  };
}

/** The same as the query of the calls that list a batch's students. */
export function progressQuery({ q, sort, filter, project }: BatchView) {
  return {
    ...(q !== '' && { q }),
    ...(sort !== 'behind' && { sort }),
    ...(filter !== null && { filter }),
    ...(project !== null && { project }),
  };
}

/** The address of a batch's screen; what is left out is as at first. */
export function batchAddress(batch: string, view: Partial<BatchView> = {}): string {
  const whole: BatchView = { q: '', sort: 'behind', filter: null, project: null, as: 'arches', ...view };
  const search = new URLSearchParams();
  if (whole.q !== '') search.set('q', whole.q);
  if (whole.sort !== 'behind') search.set('sort', whole.sort);
  const filter = filterValue(whole);
  if (filter !== '') search.set('filter', filter);
  if (whole.as === 'table') search.set('as', 'table');
  const path = `/staff/batches/${encodeURIComponent(batch)}`;
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The address of a batch's dates. */
export function batchDatesAddress(batch: string): string {
  return `/staff/batches/${encodeURIComponent(batch)}/dates`;
}

/** The address of a project's briefs, at one of its tasks. */
export function briefsAddress(projectId: string, task?: string): string {
  const path = `/staff/projects/${encodeURIComponent(projectId)}/briefs`;
  return task === undefined ? path : `${path}#${task}`;
}

/** The address of a student's page for staff. */
export function studentAddress(s_id: string): string {
  return `/staff/students/${encodeURIComponent(s_id)}`;
}

/** The batch of an address among a staff member's own, by the academy's spelling; as it was typed where it is none of theirs. */
export function spelledBatch(typed: string, batches: readonly string[]): string {
  return batches.find((name) => batchKey(name) === batchKey(typed)) ?? typed;
}
