import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/platform/database/database';
import { median } from './load.ts';
import { sendSubmission } from './rush/submit.ts';
import { writePlainly } from './rush/plain.ts';
import { startPortal } from './servers.ts';
import { makeStudents } from './students.ts';

/** The yardstick's time through the submission's is the ratio. */
type Compared = { submission: number; plain: number; ratio: number };

function compared(pairs: readonly Omit<Compared, 'ratio'>[]): Compared {
  return {
    submission: median(pairs.map(({ submission }) => submission)),
    plain: median(pairs.map(({ plain }) => plain)),
    ratio: median(pairs.map(({ submission, plain }) => plain / submission)),
  };
}

const fileBytes = 2 * 1024 * 1024;
const rounds = 7;
const inRound = 20;

/**
 * One submission of 2 MB after the other, from the form to the receipt, beside plain Node that keeps the same bytes as
 * carefully, in turn.
 * @returns medians over the rounds, in milliseconds by the clock and of the processor, and of the rounds' ratios;
 *   those of the processor are null where it is not told
 */
export async function measureOneSubmission(): Promise<{ clock: Compared; processor: Compared | null }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-one-'));
  try {
    const database = await openDatabase({ dataDir, databaseUrl: null });
    const [student] = await makeStudents(database, 1);
    await database.close();
    if (student === undefined) throw new Error('No student');
    const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'fatal' };
    await (await startPortal(environment)).stop();
    const portal = await startPortal(environment);
    const agent = new Agent({ keepAlive: true });
    const bytes = randomBytes(fileBytes);
    const submitAll = async () => {
      const [startedAt, usedBefore] = [performance.now(), portal.processorTime()];
      for (let i = 0; i < inRound; i++) {
        bytes.writeUInt32BE((Math.random() * 2 ** 32) >>> 0, 0);
        const { status } = await sendSubmission(agent, new URL(portal.url), student, randomUUID(), bytes);
        if (status !== 201) throw new Error(`A submission was answered ${status}`);
      }
      const used = ((portal.processorTime() ?? NaN) - (usedBefore ?? NaN)) / 1_000;
      return { clock: (performance.now() - startedAt) / inRound, processor: used / inRound };
    };
    await submitAll();
    const pairs: Record<'clock' | 'processor', { submission: number; plain: number }[]> = {
      clock: [],
      processor: [],
    };
    for (let round = 0; round < rounds; round++) {
      const { took, cpuMs } = writePlainly({ count: inRound, bytes: fileBytes, atOnce: 1 });
      const { clock, processor } = await submitAll();
      pairs.clock.push({ plain: (took * 1_000) / inRound, submission: clock });
      pairs.processor.push({ plain: cpuMs / inRound, submission: processor });
    }
    const isTold = portal.processorTime() !== null;
    agent.destroy();
    await portal.stop();
    return { clock: compared(pairs.clock), processor: isTold ? compared(pairs.processor) : null };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
