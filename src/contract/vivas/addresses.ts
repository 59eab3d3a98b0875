/** What changes if an examiner is away. */
export const absenceAddress = (batch: string): string =>
  `/staff/batches/${encodeURIComponent(batch)}/vivas/absence`;

/** When and where the vivas of a batch are. @param of the day that is shown, and the student whose time is chosen */
export function vivasAddress(batch: string, of: { day?: string | null; student?: string } = {}): string {
  const query = new URLSearchParams();
  if (of.day != null) query.set('day', of.day);
  if (of.student !== undefined) query.set('student', of.student);
  const text = query.toString();
  return `/staff/batches/${encodeURIComponent(batch)}/vivas${text === '' ? '' : `?${text}`}`;
}
