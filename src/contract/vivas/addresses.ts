/** When and where the vivas of a batch are. @param of the day that is shown, the student whose time is chosen, or words of a name; on the board or as a list */
export function vivasAddress(
  batch: string,
  of: { day?: string | null; student?: string; find?: string; isBoard?: boolean } = {},
): string {
  const query = new URLSearchParams();
  if (of.day != null) query.set('day', of.day);
  if (of.isBoard === true) query.set('view', 'board');
  if (of.find !== undefined) query.set('find', of.find);
  if (of.student !== undefined) query.set('student', of.student);
  const text = query.toString();
  return `/staff/batches/${encodeURIComponent(batch)}/vivas${text === '' ? '' : `?${text}`}`;
}
