/** The commands of a page: `kind` is the word behind `sh`, for those that need an engine or a proxy which is not there. */
export function blocksOf(markdown: string): { kind: string | null; text: string }[] {
  const fence = /^```sh(?: (\w+))?\n(.*?)^```$/gms;
  return [...markdown.matchAll(fence)].map(([, kind, text = '']) => ({ kind: kind ?? null, text }));
}
