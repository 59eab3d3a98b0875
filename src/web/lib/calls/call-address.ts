import { fillPath } from '#contract/fill-path';

export type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * The full address of a call, as the server also writes it as the key of embedded answers: path with its parameters filled in,
 * then the given query in its own order, undefined values left out.
 */
export function callAddress(path: string, params?: Readonly<Record<string, string>>, query?: Query): string {
  const filled = fillPath(path, params);
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.append(key, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}
