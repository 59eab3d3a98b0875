import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';

/**
 * How much threads give way to the event loop where a core is all there is, and to one another: of two that want the same
 * one, one with 5 gets a quarter of it, one with 10 a tenth. The collector comes before passwords: the event loop may wait for it.
 */
export const niceness = { garbageCollector: 5, passwords: 10 } as const;

/** On Linux each thread has a priority; elsewhere it would be the whole process's. */
function lowerPriority(findThreads: () => readonly string[], value: number): void {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of findThreads()) setPriority(Number(thread), value);
  } catch {
    // A system without /proc, or that forbids it: the work is the same, in the order of the system.
  }
}

/** Lowers the priority of the thread that calls. */
export function lowerOwnPriority(value: number): void {
  lowerPriority(() => [path.basename(readlinkSync('/proc/thread-self'))], value);
}

/** Lowers the priority of the threads in which V8 collects garbage and compiles beside the event loop; Node starts them first of all. */
export function lowerGarbageCollectorPriority(): void {
  const nameOf = (thread: string) => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
  lowerPriority(
    () => readdirSync('/proc/self/task').filter((thread) => nameOf(thread) === 'V8Worker'),
    niceness.garbageCollector,
  );
}
