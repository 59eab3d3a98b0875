import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/all-paths';
import type { Discussion } from '#contract/forum/calls';
import type { Call } from '#support/exchange';
import { receiptOf, submissionCall } from '../submit.ts';
import type { Student } from '../students.ts';
import { failureOf, isServed, type Classroom } from './classroom.ts';
import type { Kind } from './journal.ts';

/** How many questions the class looks at. */
const knownQuestions = 20;

export type Habit = (room: Classroom, student: Student) => Promise<unknown>;

export const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

const look =
  (kind: Kind, path: string): Habit =>
  (room, student) =>
    room.send(kind, student, { method: 'GET', path: fillPath(path, { s_id: student.email }) });

export const readPage = look('page', '/StudentDashboard');
export const readTimeline = look('call', paths.readTimeline.path);
export const readForum = look('forum', paths.readDiscussion.path);

/** Asks a question, or comments on one. */
export async function write(room: Classroom, student: Student): Promise<void> {
  const id = room.questions.at(randomInt(-room.questions.length, 0)) ?? '';
  const text = `What about ${randomUUID()}?`;
  const post = room.ledger.addPost(randomInt(2) === 0 ? 'questions' : 'comments', text);
  const { method, path, body } =
    post.table === 'questions'
      ? { ...paths.askQuestion, body: { question: text } }
      : { ...paths.answerQuestion, body: { answer: text } };
  const sent = json(body);
  const call: Call = {
    method,
    path: fillPath(path, { s_id: student.email, id }),
    body: sent.body,
    headers: { ...sent.headers, 'idempotency-key': randomUUID() },
  };
  await room.persist('ask', async () => {
    const answer = await room.send('ask', student, call);
    if (!isServed(answer)) return failureOf(answer);
    Object.assign(post, { isAcknowledged: true, at: performance.now() });
    const newest = (JSON.parse(answer.body.toString()) as Discussion).questions.at(-1);
    if (newest !== undefined && post.table === 'questions') {
      room.questions.push(newest._id);
      if (room.questions.length > knownQuestions) room.questions.shift();
    }
    return null;
  });
}

/** Submits a small file with its form. */
export async function submit(
  room: Classroom,
  student: Student,
  size = randomInt(2_000, 60_000),
): Promise<void> {
  const bytes = randomBytes(size);
  const key = randomUUID();
  const entry = room.ledger.addSubmission(student, key, bytes);
  const call = submissionCall(student, key, bytes, String(randomInt(1, 5)));
  await room.persist('submit', async () => {
    const answer = await room.send('submit', student, call);
    if (!isServed(answer)) return failureOf(answer);
    Object.assign(entry, { receipt: receiptOf(answer), at: performance.now() });
    return null;
  });
}

/** Who waits longer does something else meanwhile, in another tab. */
const patienceMs = 1_500;

/**
 * One thing after the other until the class closes; of each habit at most one is under way.
 * @param habits what a student does, by how often of a hundred
 */
export async function study(
  room: Classroom,
  student: Student,
  habits: readonly (readonly [share: number, Habit])[],
  isOver = () => !room.isOpen,
): Promise<void> {
  const running = new Map<Habit, Promise<unknown>>();
  await room.pause(randomInt(700));
  while (!isOver()) {
    let dice = randomInt(100);
    const [, habit] = habits.find(([share]) => (dice -= share) < 0) ?? [];
    if (habit !== undefined && !running.has(habit)) {
      const work = habit(room, student).finally(() => running.delete(habit));
      running.set(habit, work);
      await Promise.race([work, room.pause(patienceMs)]);
    }
    await room.pause(randomInt(200, 700));
  }
  await Promise.all(running.values());
}
