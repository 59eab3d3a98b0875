/** Processor time that this thread has taken for `work`, in milliseconds: unlike the clock's it does not grow on a busy machine. */
export async function threadTimeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** What the yardstick takes on the machine that limits were set on, in milliseconds. */
const usualMs = 20;

/** A fixed piece of work of every kind that serving a request is: strings, patterns, JSON, maps. */
function yardstick(): number {
  let sum = 0;
  for (let n = 0; n < 150; n++) {
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, text: `Question ${id} *of* ${n} <&>` }));
    const text = JSON.stringify(rows).replaceAll(/[<&>*]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    sum += new Map((JSON.parse(text) as typeof rows).map((row) => [row.text, row.id])).size;
  }
  return sum;
}

/** How much slower than usual this machine is right now, 1 at least. */
async function slowness(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 3; n++) times.push(await threadTimeOf(yardstick));
  return Math.max(1, Math.min(...times) / usualMs);
}

/**
 * What `work` costs this thread, in milliseconds of a usual machine. Work that costs more than `most` is done twice more and the
 * least counts: what else the thread did meanwhile, such as collecting garbage, is no cost of the work.
 */
export async function costOf(work: () => unknown, most: number): Promise<number> {
  let cost = Infinity;
  for (let tries = 0; tries < 3 && cost > most; tries++) {
    const slow = await slowness();
    cost = Math.min(cost, (await threadTimeOf(work)) / slow);
  }
  return cost;
}
