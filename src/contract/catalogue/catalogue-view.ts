import { withQuery } from '../fill-path.ts';

export const addable = ['course', 'batch', 'project'] as const;
export type Addable = (typeof addable)[number];

export function catalogueAddress(after: string | null = null): string {
  return withQuery('/staff/catalogue', { after });
}

export function courseAddress(
  name: string,
  from: { batches?: string | null; projects?: string | null } = {},
): string {
  return withQuery(`/staff/catalogue/courses/${encodeURIComponent(name)}`, from);
}

export function catalogueBatchAddress(name: string): string {
  return `/staff/catalogue/batches/${encodeURIComponent(name)}`;
}

export function catalogueProjectAddress(id: string): string {
  return `/staff/catalogue/projects/${encodeURIComponent(id)}`;
}

export function addAddress(what: Addable, course?: string): string {
  return withQuery('/staff/catalogue/add', { what, course });
}

export function filesAddress(after: string | null = null): string {
  return withQuery('/staff/catalogue/files', { after });
}
