/** Kinds of lines of the audit log, with what a screen calls each. */
export const auditKinds = {
  'sign-ins': 'Sign-ins and passwords',
  refusals: 'What was refused',
  people: 'People and invitations',
  marks: 'Marks',
  dates: 'Dates and time',
  forum: 'Forum and announcements',
  catalogue: 'Catalogue',
  exports: 'Exports',
  portal: 'The portal itself',
} as const;
export type AuditKind = keyof typeof auditKinds;
export const auditKindNames = Object.keys(auditKinds) as AuditKind[];

/** What stands for the operator's commands where somebody is searched for who acted. */
export const operatorName = 'operator';

/** What the screen of the audit log shows; the address says so, as far as somebody has chosen. Days are `YYYY-MM-DD`. */
export type AuditView = {
  who: string;
  whom: string;
  kind: AuditKind | null;
  from: string;
  to: string;
  /** The `next` of the page before. */
  after: string;
};

const texts = ['who', 'whom', 'from', 'to', 'after'] as const;

/** Reads the view from the address; what it does not know counts as not chosen. */
export function auditView(search: URLSearchParams): AuditView {
  const [who, whom, from, to, after] = texts.map((name) => (search.get(name) ?? '').trim());
  const kind = auditKindNames.find((name) => name === search.get('kind')) ?? null;
  return { who: who!, whom: whom!, kind, from: from!, to: to!, after: after! };
}

/** The same as the query of the calls. */
export function auditQuery(
  view: Partial<AuditView>,
): Partial<Record<keyof AuditView, string>> & { kind?: AuditKind } {
  const query: Partial<Record<keyof AuditView, string>> & { kind?: AuditKind } = {};
  for (const name of texts) if (view[name]) query[name] = view[name];
  if (view.kind) query.kind = view.kind;
  return query;
}

/** The address of the screen. */
export function auditAddress(view: Partial<AuditView> = {}): string {
  const search = new URLSearchParams(auditQuery(view));
  return search.size === 0 ? '/staff/audit' : `/staff/audit?${search}`;
}
