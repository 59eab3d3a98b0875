export const vivaFields = ['email', 'phone', 'name', 'day', 'time', 'until', 'room', 'examiners'] as const;
export type VivaField = (typeof vivaFields)[number];

/** Null: not read. Several columns of names or examiners are joined. */
export type VivaColumns = readonly (VivaField | null)[];

export const vivaFieldLabels: Record<VivaField, string> = {
  email: 'Email',
  phone: 'Phone',
  name: 'Name',
  day: 'Day',
  time: 'Time',
  until: 'End',
  room: 'Room',
  examiners: 'Examiners',
};

const joined: readonly VivaField[] = ['name', 'examiners'];

/** Null if readable. */
export function vivaColumnsProblem(columns: VivaColumns): string | null {
  if (!columns.some((field) => field === 'email' || field === 'phone' || field === 'name'))
    return 'Choose the column with the students: their email, phone or name.';
  if (!columns.includes('time') && !columns.includes('day')) return 'Choose the column with the times.';
  const twice = vivaFields.find(
    (field) => !joined.includes(field) && columns.filter((column) => column === field).length > 1,
  );
  return twice === undefined ? null : `${vivaFieldLabels[twice]} is chosen for two columns.`;
}

/** Where the office's own list becomes a plan. */
export const vivaSheetAddress = (batch: string): string =>
  `/staff/batches/${encodeURIComponent(batch)}/vivas/import`;
