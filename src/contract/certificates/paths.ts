import type { CertificateKind } from './wording.ts';

/** Where the office confirms or corrects it. */
export const officeNameAddress = (s_id: string): string =>
  `/staff/people/${encodeURIComponent(s_id)}/certificate-name`;

/** Who has not confirmed the name, and what is issued. */
export const batchCertificatesAddress = (batch: string): string =>
  `/staff/batches/${encodeURIComponent(batch)}/certificates`;

/** A paper with the saved words and the data of a student: the one named, or one of the batch. Nothing is issued. */
export const previewAddress = (kind: CertificateKind, batch: string, s_id?: string): string =>
  `/certificates/preview/${kind}?${new URLSearchParams({ batch, ...(s_id !== undefined && { s_id }) }).toString()}`;
