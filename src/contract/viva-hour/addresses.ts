/** Who of each panel of a batch has given marks. */
export const vivaPanelsAddress = (batch: string): string =>
  `/staff/batches/${encodeURIComponent(batch)}/vivas/marks`;

/** The signed record of a student's viva, on screen and on paper. */
export const vivaRecordAddress = (s_id: string): string => `/staff/vivas/${encodeURIComponent(s_id)}/record`;
