import { tasks, type Task } from '../dates.ts';
import { withQuery } from '../fill-path.ts';
import { batchKey } from '../limits.ts';

/** By name, furthest behind, longest unseen first. */
export const progressSorts = ['behind', 'name', 'seen'] as const;
export type ProgressSort = (typeof progressSorts)[number];

/** `silent`: seven days unseen; `waiting`: for placement. */
export const statusFilters = ['unsubmitted', 'silent', 'late', 'waiting'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** Could submit the task, and has not. */
export type TaskFilter = `unsubmitted-${Task}`;
export const taskFilter = (task: Task): TaskFilter => `unsubmitted-${task}`;
export const taskFilters = tasks.map(taskFilter);

export const progressFilters = [...statusFilters, ...taskFilters] as const;
export type ProgressFilter = StatusFilter | TaskFilter;

/** The task of a filter; null for a status. */
export const filteredTask = (filter: ProgressFilter | null): Task | null =>
  tasks.find((task) => taskFilter(task) === filter) ?? null;

/** Kept in the address. */
export type BatchView = {
  /** Part of name or email. */
  q: string;
  /** A task sorts the loaded students by mark. */
  sort: ProgressSort | Task;
  filter: ProgressFilter | null;
  /** Excludes a filter. */
  project: string | null;
  as: 'arches' | 'table';
};

const ofProject = 'project:';

/** `project:` with an id, or ''. */
export function filterValue({ filter, project }: Pick<BatchView, 'filter' | 'project'>): string {
  return project === null ? (filter ?? '') : ofProject + project;
}

export function parseFilter(value: string): Pick<BatchView, 'filter' | 'project'> {
  if (value.startsWith(ofProject)) return { filter: null, project: value.slice(ofProject.length) || null };
  return { filter: progressFilters.find((filter) => filter === value) ?? null, project: null };
}

const viewSorts = [...progressSorts, ...tasks];

/** `?q=…&sort=…&filter=…&as=arches`; unknown values are ignored. */
export function batchView(search: URLSearchParams): BatchView {
  return {
    q: (search.get('q') ?? '').trim(),
    sort: viewSorts.find((sort) => sort === search.get('sort')) ?? 'behind',
    ...parseFilter(search.get('filter') ?? ''),
    as: search.get('as') === 'arches' ? 'arches' : 'table',
  };
}

export function progressQuery({ q, sort: shown, filter, project }: BatchView) {
  const sort = progressSorts.find((one) => one === shown) ?? 'behind';
  return {
    ...(q !== '' && { q }),
    ...(sort !== 'behind' && { sort }),
    ...(filter !== null && { filter }),
    ...(project !== null && { project }),
  };
}

/** Leaves out defaults. */
export function batchAddress(batch: string, view: Partial<BatchView> = {}): string {
  const whole: BatchView = { q: '', sort: 'behind', filter: null, project: null, as: 'table', ...view };
  return withQuery(`/staff/batches/${encodeURIComponent(batch)}`, {
    q: whole.q,
    sort: whole.sort === 'behind' ? null : whole.sort,
    filter: filterValue(whole),
    as: whole.as === 'table' ? null : whole.as,
  });
}

/** Parts of a batch's page. Each has an address below the batch's, which shows the students. */
export const batchTabs = ['students', 'requests', 'announcements', 'settings'] as const;
export type BatchTab = (typeof batchTabs)[number];

export function batchTabAddress(batch: string, tab: BatchTab): string {
  return tab === 'students' ? batchAddress(batch) : `${batchAddress(batch)}/${tab}`;
}

/** Parts that were on one page are linked by it in stored notices. */
export const movedParts: Readonly<Record<string, BatchTab>> = {
  '#extension-requests': 'requests',
  '#reports': 'requests',
  '#announcements-head': 'announcements',
};

/** To those of a view. */
export function messageAddress(batch: string, view: Partial<BatchView> = {}): string {
  const { q, filter, project } = { q: '', filter: null, project: null, ...view };
  return withQuery(`${batchAddress(batch)}/message`, { q, filter: filterValue({ filter, project }) });
}

export function batchDatesAddress(batch: string): string {
  return `/staff/batches/${encodeURIComponent(batch)}/dates`;
}

export function briefsAddress(projectId: string, task?: string): string {
  const path = `/staff/projects/${encodeURIComponent(projectId)}/briefs`;
  return task === undefined ? path : `${path}#${task}`;
}

export function studentAddress(s_id: string): string {
  return `/staff/students/${encodeURIComponent(s_id)}`;
}

/** In the academy's spelling if it is an own batch. */
export function spelledBatch(typed: string, batches: readonly string[]): string {
  return batches.find((name) => batchKey(name) === batchKey(typed)) ?? typed;
}
