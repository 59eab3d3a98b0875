import { readFileSync } from 'node:fs';

/** The kernel counts time in hundredths of a second. */
const tickMicroseconds = 10_000;

/** User and system time of a process. */
export function usedMicroseconds(pid: number): number {
  // The fields from the third on: state, parent and so on.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMicroseconds;
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
