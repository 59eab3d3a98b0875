import { randomBytes, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { exchange } from '#support/exchange';
import type { Running } from '../servers.ts';
import { submissionCall } from '../submit.ts';
import type { Student } from '../students.ts';

export const fileBytes = 2 * 1024 * 1024;
const timeoutMs = 60_000;

/**
 * Submits files of 2 MB one after the other, from the form to the receipt.
 * @returns milliseconds of each, by the clock and of the portal's processor (null where it is not told)
 */
export async function submitFiles(
  portal: Running,
  student: Student,
  count: number,
): Promise<{ clock: number; processor: number | null }> {
  const agent = new Agent({ keepAlive: true });
  const bytes = randomBytes(fileBytes);
  const [startedAt, usedBefore] = [performance.now(), portal.processorTime()];
  for (let i = 0; i < count; i++) {
    bytes.writeUInt32BE((Math.random() * 2 ** 32) >>> 0, 0);
    const call = submissionCall(student, randomUUID(), bytes);
    const { status } = await exchange(agent, Number(new URL(portal.url).port), call, timeoutMs);
    if (status !== 201) throw new Error(`A submission was answered ${status}`);
  }
  agent.destroy();
  const used = portal.processorTime();
  return {
    clock: (performance.now() - startedAt) / count,
    processor: used === null || usedBefore === null ? null : (used - usedBefore) / 1_000 / count,
  };
}
