import { readFileSync, readdirSync } from 'node:fs';

/** What the kernel tells about processes in /proc; times are counted in hundredths of a second. */
const tickMicroseconds = 10_000;

/** The fields of /proc/PID/stat from the third on: state, parent and so on. */
function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
}

/** User and system time of a process. */
export function usedMicroseconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * tickMicroseconds;
}

/** Resident memory in KB. */
export function residentKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  return Math.round(residentKb(pid) / 1024);
}

/** The processes that another one started and that still run. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return Number(statOf(child)[1]) === pid;
      } catch {
        // It ended meanwhile.
        return false;
      }
    });
}

/** User and system time of a process, of its children that run, and of those that have ended. */
export function usedByFamily(pid: number): number {
  const fields = statOf(pid);
  const ended = (Number(fields[13]) + Number(fields[14])) * tickMicroseconds;
  return childrenOf(pid).reduce(
    (sum, child) => {
      try {
        return sum + usedMicroseconds(child);
      } catch {
        return sum;
      }
    },
    usedMicroseconds(pid) + ended,
  );
}
