/** Levenshtein distance. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let column = 1; column <= other.length; column++) {
      const change = (row[column - 1] as number) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(change, (row[column] as number) + 1, (next[column - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
