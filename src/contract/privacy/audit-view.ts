import { withQuery } from '../fill-path.ts';

export const auditKinds = {
  'sign-ins': 'Logins and passwords',
  refusals: 'Refused access and failed logins',
  people: 'People and invitations',
  marks: 'Marks',
  dates: 'Dates and extensions',
  forum: 'Forum and announcements',
  catalogue: 'Catalogue',
  exports: 'Exports',
  portal: 'Portal',
} as const;
export type AuditKind = keyof typeof auditKinds;
export const auditKindNames = Object.keys(auditKinds) as AuditKind[];

export const operatorName = 'operator';

/** Kept in the address; days are `YYYY-MM-DD`. */
export type AuditView = {
  who: string;
  whom: string;
  kind: AuditKind | null;
  from: string;
  to: string;
  /** `next` of the former page. */
  after: string;
};

const texts = ['who', 'whom', 'from', 'to', 'after'] as const;

export function auditView(search: URLSearchParams): AuditView {
  const [who, whom, from, to, after] = texts.map((name) => (search.get(name) ?? '').trim());
  const kind = auditKindNames.find((name) => name === search.get('kind')) ?? null;
  return { who: who!, whom: whom!, kind, from: from!, to: to!, after: after! };
}

export function auditQuery(
  view: Partial<AuditView>,
): Partial<Record<keyof AuditView, string>> & { kind?: AuditKind } {
  const query: Partial<Record<keyof AuditView, string>> & { kind?: AuditKind } = {};
  for (const name of texts) if (view[name]) query[name] = view[name];
  if (view.kind) query.kind = view.kind;
  return query;
}

export function auditAddress(view: Partial<AuditView> = {}): string {
  return withQuery('/staff/audit', auditQuery(view));
}
