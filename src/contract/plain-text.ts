const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** For quotations. @param html as rendered; absent for plain text */
export function plainTextOf(text: string, html: string | null | undefined): string {
  if (html == null) return text;
  return html
    .replaceAll('</p>\n<p>', '\n\n')
    .replaceAll(/<li>\n?/g, '• ')
    .replaceAll(/<img alt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
