import { costOf } from './thread-time.ts';

/** What a request may cost the thread that serves everybody, in milliseconds of a usual machine. */
const mostMs = 50;

/** A request and what it cost that thread. */
type Cost = { name: string; ms: number; status: number };

/** What requests cost, in milliseconds of a usual machine. */
export async function costsOf(requests: Record<string, () => Promise<{ status: number }>>): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (const [name, send] of Object.entries(requests)) {
    let status = 0;
    const ms = await costOf(async () => {
      ({ status } = await send());
    }, mostMs);
    costs.push({ name, ms: Math.round(ms), status });
  }
  return costs;
}

export const tooCostly = (costs: readonly Cost[]) => costs.filter(({ ms }) => ms > mostMs);
