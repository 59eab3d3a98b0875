const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** By the first lines: the one that most have equally often outside quotes; by default a comma. */
export function delimiterOf(start: string): Delimiter {
  const lines: Record<Delimiter, number>[] = [];
  const none = { ',': 0, ';': 0, '\t': 0, '|': 0 };
  let counts: Record<Delimiter, number> = { ...none };
  let quoted = false;
  let length = 0;
  for (const character of start) {
    if (character === '"') quoted = !quoted;
    if (!quoted && (character === '\n' || character === '\r')) {
      if (length > 0) lines.push(counts);
      counts = { ...none };
      length = 0;
      if (lines.length === 20) break;
      continue;
    }
    length += 1;
    if (!quoted && character in counts) counts[character as Delimiter] += 1;
  }
  if (length > 0 && lines.length < 20) lines.push(counts);
  const usual = (delimiter: Delimiter): number => {
    const often = new Map<number, number>();
    for (const line of lines)
      if (line[delimiter] > 0) often.set(line[delimiter], (often.get(line[delimiter]) ?? 0) + 1);
    return Math.max(0, ...often.values());
  };
  // For ties, by the header: "Score, in %;Name".
  const [heading] = lines;
  return delimiters.toSorted(
    (a, b) => usual(b) - usual(a) || (heading?.[b] ?? 0) - (heading?.[a] ?? 0),
  )[0] as Delimiter;
}
