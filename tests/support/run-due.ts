import type { Queue } from '#server/platform/jobs/worker';

const never = new AbortController().signal;

/** Does once what is due in a queue, as a worker would. @returns how much was attempted */
export async function runDue(queue: Queue): Promise<number> {
  const runs = await queue.claim(queue.concurrency, never);
  await Promise.all(runs.map((run) => run()));
  return runs.length;
}
