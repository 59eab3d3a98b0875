const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * A text without the signs of its Markdown, for where only its beginning is quoted: on a dashboard, in a mail, in a list.
 * @param html the same text as the portal has rendered it, which has few elements and escapes all else; a picture is its words; absent for a plain text,
 *   which stays as it is
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
