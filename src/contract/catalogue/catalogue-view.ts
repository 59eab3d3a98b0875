/** What the catalogue's screens add. */
export const addable = ['course', 'batch', 'project'] as const;
export type Addable = (typeof addable)[number];

/** The address of the catalogue, from a page on. */
export function catalogueAddress(after: string | null = null): string {
  return after === null ? '/staff/catalogue' : `/staff/catalogue?${new URLSearchParams({ after })}`;
}

/** The address of a course, with the parts of its lists that follow what was seen. */
export function courseAddress(
  name: string,
  from: { batches?: string | null; projects?: string | null } = {},
): string {
  const search = new URLSearchParams();
  for (const [list, value] of Object.entries(from)) if (value != null) search.set(list, value);
  const path = `/staff/catalogue/courses/${encodeURIComponent(name)}`;
  return search.size === 0 ? path : `${path}?${search}`;
}

/** The address of a batch in the catalogue. */
export function catalogueBatchAddress(name: string): string {
  return `/staff/catalogue/batches/${encodeURIComponent(name)}`;
}

/** The address of a project in the catalogue. */
export function catalogueProjectAddress(id: string): string {
  return `/staff/catalogue/projects/${encodeURIComponent(id)}`;
}

/** The address of the form for a new course, batch or project. */
export function addAddress(what: Addable, course?: string): string {
  const search = new URLSearchParams({ what, ...(course !== undefined && { course }) });
  return `/staff/catalogue/add?${search}`;
}

/** The address of the pictures and documents, from a page on. */
export function filesAddress(after: string | null = null): string {
  const path = '/staff/catalogue/files';
  return after === null ? path : `${path}?${new URLSearchParams({ after })}`;
}
