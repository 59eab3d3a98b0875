/** An address of ours or of the web, in full; null for whatever else an operator may have typed (`javascript:`, `data:`). */
export function safeAddress(address: string): string | null {
  if (address.trim() === '') return null;
  const url = URL.parse(address, location.origin);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
