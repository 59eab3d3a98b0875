import { parseUrl } from '#contract/parse-url';

/** To resolve relative addresses against. */
const placeholderOrigin = 'https://here.invalid';

/**
 * A relative address of this portal or an absolute http(s) URL; null for any other scheme (`javascript:`,
 * `data:`).
 */
export function safeAddress(address: string): string | null {
  if (address.trim() === '') return null;
  const url = parseUrl(address, placeholderOrigin);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.origin === placeholderOrigin ? `${url.pathname}${url.search}${url.hash}` : url.href;
}
