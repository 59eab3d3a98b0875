import { fillPath } from '#contract/fill-path';

export type Query = Readonly<Record<string, string | number | undefined>>;

/** Path, then the query in its given order without undefined values: also the key of embedded answers. */
export function callAddress(path: string, params?: Readonly<Record<string, string>>, query?: Query): string {
  const filled = fillPath(path, params);
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.append(key, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}
