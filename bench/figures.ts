export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** Medians of two sides that were measured in turn, and of the rounds' ratios: the subject through the yardstick. */
export type Comparison = { subject: number; yardstick: number; ratio: number };

/** Measures a subject and its yardstick in turn, several times: a machine is at times slower, and then for both. */
export async function inTurn(
  rounds: number,
  subject: () => Promise<number>,
  yardstick: () => Promise<number>,
): Promise<Comparison> {
  const pairs: { subject: number; yardstick: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    // Whichever goes first has what the other has left behind in the processor's caches.
    if (round % 2 === 0) {
      const first = await yardstick();
      pairs.push({ yardstick: first, subject: await subject() });
    } else {
      const first = await subject();
      pairs.push({ subject: first, yardstick: await yardstick() });
    }
  }
  return {
    subject: median(pairs.map((pair) => pair.subject)),
    yardstick: median(pairs.map((pair) => pair.yardstick)),
    ratio: median(pairs.map((pair) => pair.subject / pair.yardstick)),
  };
}
