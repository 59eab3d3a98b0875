const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * A text without Markdown signs, for quotations in lists and mail.
 * @param html the text as rendered by the portal; absent for plain text, which is returned unchanged
 */
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
