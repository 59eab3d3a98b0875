export function centreInRow(row: HTMLElement | null | undefined, selector: string): void {
  const item = row?.querySelector<HTMLElement>(selector);
  if (row && item) row.scrollLeft = item.offsetLeft - (row.clientWidth - item.offsetWidth) / 2;
}
