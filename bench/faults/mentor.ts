import { randomInt, randomUUID } from 'node:crypto';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/all-paths';
import type { StaffSubmission } from '#contract/marking/calls';
import { failureOf, isServed, type Classroom } from '../class/classroom.ts';
import { json } from '../class/student.ts';
import type { Student } from '../students.ts';

/** Marks what was submitted, the newest first, until the class closes. */
export async function markSubmissions(room: Classroom, mentor: Student, batch: string): Promise<void> {
  while (room.isOpen) {
    const queue = await room.send('mark', mentor, {
      method: 'GET',
      path: `${fillPath(paths.listBatchSubmissions.path, { batch })}?state=submitted&limit=10`,
    });
    const [newest] = isServed(queue) ? (JSON.parse(queue.body.toString()) as StaffSubmission[]) : [];
    if (newest !== undefined) await mark(room, mentor, newest.number);
    await room.pause(randomInt(200, 500));
  }
}

async function mark(room: Classroom, mentor: Student, number: string): Promise<void> {
  const comments = `Seen: ${randomUUID()}`;
  const marks = randomInt(101);
  const latest = { value: null as string | null, at: 0 };
  room.ledger.marks.set(number, latest);
  await room.persist('mark', async () => {
    const answer = await room.send('mark', mentor, {
      method: 'PUT',
      path: fillPath(paths.markSubmission.path, { id: number }),
      ...json({ marks, comments, released: true }),
    });
    if (!isServed(answer)) return failureOf(answer);
    Object.assign(latest, { value: comments, at: performance.now() });
    return null;
  });
}
