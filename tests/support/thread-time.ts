/** Processor time that this thread has taken for `work`, in milliseconds: unlike the clock's it does not grow on a busy machine. */
export async function threadTimeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
