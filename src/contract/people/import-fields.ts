import { withQuery } from '../fill-path.ts';

export const importFields = ['email', 'name', 'phone', 'batch', 'exit_score', 'grade'] as const;
export type ImportField = (typeof importFields)[number];

/** Null: not read. */
export type ColumnFields = readonly (ImportField | null)[];

export const importFieldLabels: Record<ImportField, string> = {
  email: 'Email',
  name: 'Name',
  phone: 'Phone',
  batch: 'Batch',
  exit_score: 'Exit score',
  grade: 'Grade',
};

export const rowStates = ['new', 'changed', 'unchanged', 'wrong'] as const;
export type RowState = (typeof rowStates)[number];

/** Null if readable. Several columns of names are joined. */
export function columnsProblem(columns: ColumnFields): string | null {
  if (!columns.includes('email')) return 'Choose the column with the email addresses.';
  const twice = importFields.find(
    (field) => field !== 'name' && columns.filter((column) => column === field).length > 1,
  );
  return twice === undefined ? null : `${importFieldLabels[twice]} is chosen for two columns.`;
}

/** Beyond a fifth of the people, the number must be entered. */
const unaskedPart = 5;

/** The number to enter, or null. */
export function numberToType({ changed, there }: { changed: number; there: number }): number | null {
  return changed * unaskedPart > there ? changed : null;
}

/** `never-came`: an unused invitation. */
export const invitationStates = [
  'not-invited',
  'sent',
  'printed',
  'opened',
  'used',
  'expired',
  'revoked',
] as const;
export type InvitationState = (typeof invitationStates)[number];
export const invitationFilters = ['all', ...invitationStates, 'never-came'] as const;
export type InvitationFilter = (typeof invitationFilters)[number];

/** Whose invitation can be withdrawn. */
export const isLive = (state: InvitationState) =>
  state === 'sent' || state === 'printed' || state === 'opened';

export const printedAtOnce = 100;

export const importPath = '/staff/intake';

/** `show`: a state of rows; `after`, `edit`: a row. */
export const importAddress = (
  id: string,
  view: { show?: RowState | null; after?: number | null; edit?: number | null } = {},
): string => withQuery(`${importPath}/${encodeURIComponent(id)}`, view);
