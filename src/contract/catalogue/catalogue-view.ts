export const addable = ['course', 'batch', 'project'] as const;
export type Addable = (typeof addable)[number];

export function catalogueAddress(after: string | null = null): string {
  return after === null ? '/staff/catalogue' : `/staff/catalogue?${new URLSearchParams({ after })}`;
}

export function courseAddress(
  name: string,
  from: { batches?: string | null; projects?: string | null } = {},
): string {
  const search = new URLSearchParams();
  for (const [list, value] of Object.entries(from)) if (value != null) search.set(list, value);
  const path = `/staff/catalogue/courses/${encodeURIComponent(name)}`;
  return search.size === 0 ? path : `${path}?${search}`;
}

export function catalogueBatchAddress(name: string): string {
  return `/staff/catalogue/batches/${encodeURIComponent(name)}`;
}

export function catalogueProjectAddress(id: string): string {
  return `/staff/catalogue/projects/${encodeURIComponent(id)}`;
}

export function addAddress(what: Addable, course?: string): string {
  const search = new URLSearchParams({ what, ...(course !== undefined && { course }) });
  return `/staff/catalogue/add?${search}`;
}

export function filesAddress(after: string | null = null): string {
  const path = '/staff/catalogue/files';
  return after === null ? path : `${path}?${new URLSearchParams({ after })}`;
}
