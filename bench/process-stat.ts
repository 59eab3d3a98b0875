import { readFileSync } from 'node:fs';

/** The kernel counts time in hundredths of a second. */
const tickMicroseconds = 10_000;

/** User and system time of a process. */
export function usedMicroseconds(pid: number): number {
  // The fields from the third on: state, parent and so on.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMicroseconds;
}

/** Processor time of a process's first thread, in milliseconds: of Node's, the one that serves. */
export function threadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
