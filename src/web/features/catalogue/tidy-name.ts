/** Other characters become hyphens. */
export function tidyName(name: string): string {
  const end = name.lastIndexOf('.');
  const stem = (end < 0 ? name : name.slice(0, end))
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|-+$/g, '');
  const ending = end < 0 ? '' : name.slice(end).toLowerCase();
  return `${(stem || 'file').slice(0, 100)}${ending}`;
}
