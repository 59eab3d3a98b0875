/** What a column of a spreadsheet of people can be. */
export const intakeFields = ['email', 'name', 'phone', 'batch', 'exit_score', 'grade'] as const;
export type IntakeField = (typeof intakeFields)[number];

/** Which field each column is, in the order of the columns; null for one that is not read. */
export type ColumnFields = readonly (IntakeField | null)[];

/** What people call the fields. */
export const intakeFieldLabels: Record<IntakeField, string> = {
  email: 'Email',
  name: 'Name',
  phone: 'Phone',
  batch: 'Batch',
  exit_score: 'Exit score',
  grade: 'Grade',
};

/** What an import would do with a row. */
export const rowStates = ['new', 'changed', 'unchanged', 'wrong'] as const;
export type RowState = (typeof rowStates)[number];

/**
 * Why columns cannot be read like that; null where they can. A name may stand in several columns, such as the first and the
 * last one: they are joined.
 */
export function columnsAmiss(columns: ColumnFields): string | null {
  if (!columns.includes('email')) return 'Please say which column has the email addresses.';
  const twice = intakeFields.find(
    (field) => field !== 'name' && columns.filter((column) => column === field).length > 1,
  );
  return twice === undefined ? null : `${intakeFieldLabels[twice]} is chosen for two columns.`;
}

/** How many people an import may change without being asked, as a part of those who are there. */
const unaskedPart = 5;

/** The number that is to be typed before an import that changes so many; null where it need not be. */
export function numberToType({ changed, there }: { changed: number; there: number }): number | null {
  return changed * unaskedPart > there ? changed : null;
}

/** What became of an invitation; `never-came` is any that was made and has not been used. */
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

/** How many invitations are printed by one press. */
export const printedAtOnce = 100;

const withQuery = (
  path: string,
  query: Readonly<Record<string, string | number | null | undefined>>,
): string => {
  const given = Object.entries(query).filter(([, value]) => value != null && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
};

export const intakePath = '/staff/intake';
export const invitationsPath = '/staff/invitations';

/** The screen of a spreadsheet; of its dry run the rows of one state, after a row, and the row that is edited. */
export const intakeAddress = (
  id: string,
  view: { show?: RowState | null; after?: number | null; edit?: number | null } = {},
): string => withQuery(`${intakePath}/${encodeURIComponent(id)}`, view);

/** The screen of invitations: of one state and batch, after an address. */
export const invitationsAddress = (
  view: { state?: InvitationFilter | null; batch?: string | null; after?: string } = {},
): string => withQuery(invitationsPath, view);
