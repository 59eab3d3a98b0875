/** Stands for the portal's own address, which a page need not know to lead there. */
const here = 'https://here.invalid';

/** An address of ours (without its host) or of the web (in full); null for whatever else an operator may have typed (`javascript:`, `data:`). */
export function safeAddress(address: string): string | null {
  if (address.trim() === '') return null;
  const url = URL.parse(address, here);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.origin === here ? `${url.pathname}${url.search}${url.hash}` : url.href;
}
