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

/** How much slower than usual this machine is right now, 1 at least: by it a bound in milliseconds is multiplied. */
export async function slowness(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 3; n++) times.push(await threadTimeOf(yardstick));
  return Math.max(1, Math.min(...times) / usualMs);
}
