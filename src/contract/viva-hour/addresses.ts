/** Who of each panel of a batch has given marks. */
export const vivaPanelsAddress = (batch: string): string =>
  `/staff/batches/${encodeURIComponent(batch)}/vivas/marks`;
