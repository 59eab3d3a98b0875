/** Null for an invalid address. Older browsers lack `URL.parse` (2024) and `URL.canParse` (2023). */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
