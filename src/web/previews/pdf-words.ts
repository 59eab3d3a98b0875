/** Of a file. */
export const shownPages = 500;

export function pageCountWords(count: number): string {
  const pages = `${count.toLocaleString('en')} ${count === 1 ? 'page' : 'pages'}`;
  return count > shownPages ? `${pages}, of which the first ${shownPages} are shown` : pages;
}

/** Why a PDF, or a page of it, is not shown; pdf.js tells its errors apart by their names. */
export function failureWords(error: unknown): string {
  const name =
    error instanceof Error || (error !== null && typeof error === 'object') ? (error as Error).name : '';
  if (name === 'PasswordException')
    return 'This PDF is locked by a password and cannot be shown. Download it to open it.';
  if (name === 'InvalidPDFException')
    return 'This PDF is damaged and cannot be shown. Download it to open it.';
  if (name === 'ResponseException')
    return 'This PDF could not be loaded. Please open the preview again, or download it.';
  return 'A page of this PDF cannot be shown. Download it to open it.';
}
