/** Where a student confirms the line of the name. */
export const certificateNamePath = '/certificate-name';

/** Where the office confirms or corrects it. */
export const officeNameAddress = (s_id: string): string =>
  `/staff/people/${encodeURIComponent(s_id)}/certificate-name`;

/** Who has not confirmed the name, and what is issued. */
export const batchCertificatesAddress = (batch: string): string =>
  `/staff/batches/${encodeURIComponent(batch)}/certificates`;
