import { signedInScreens } from '#contract/screens';

/** An address as public pages are looked up: without regard to case and a slash at its end. */
export function normalizePublicPath(url: string): string {
  const path = (url.split('?', 1)[0] ?? '').toLowerCase();
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The address of a signed-in screen as the specification writes it, for one written in another case; else null. */
export function inSpecifiedCase(url: string): string | null {
  const [path = '', search] = url.split('?', 2);
  const parts = path.replace(/\/+$/, '').split('/');
  for (const { pattern } of signedInScreens) {
    const expected = pattern.split('/');
    const fits = expected.every((part, i) => {
      const other = parts[i];
      return (
        other !== undefined &&
        (part.startsWith(':') ? other !== '' : part.toLowerCase() === other.toLowerCase())
      );
    });
    if (!fits || expected.length !== parts.length) continue;
    const canonical = expected.map((part, i) => (part.startsWith(':') ? parts[i] : part)).join('/');
    if (canonical !== path) return search === undefined ? canonical : `${canonical}?${search}`;
  }
  return null;
}
