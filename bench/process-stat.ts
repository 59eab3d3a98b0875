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

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
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
