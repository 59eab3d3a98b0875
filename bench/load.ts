import autocannon from 'autocannon';

export type Target = { url: string; headers?: Record<string, string> };

const connections = 16;
const seconds = 2;
const rounds = 5;

async function requestsPerSecond(target: Target, duration = seconds): Promise<number> {
  const result = await autocannon({ ...target, connections, duration });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${target.url}: ${result.non2xx} answers other than 2xx and ${result.errors} errors`);
  }
  return result.requests.average;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

export type Ratio = { subject: number; yardstick: number; ratio: number };

/** Runs yardstick and subject in turn, several times; medians, and the median of the rounds' own ratios. */
export async function compare(subject: Target, yardstick: Target): Promise<Ratio> {
  await requestsPerSecond(subject, 1);
  await requestsPerSecond(yardstick, 1);
  const pairs: { subject: number; yardstick: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({ yardstick: await requestsPerSecond(yardstick), subject: await requestsPerSecond(subject) });
  }
  return {
    subject: median(pairs.map((pair) => pair.subject)),
    yardstick: median(pairs.map((pair) => pair.yardstick)),
    ratio: median(pairs.map((pair) => pair.subject / pair.yardstick)),
  };
}
