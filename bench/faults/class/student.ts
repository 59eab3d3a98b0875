import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { Discussion } from '#contract/discussions';
import type { Receipt } from '#contract/submissions';
import type { Student } from '../../students.ts';
import { failureOf, type Classroom } from './classroom.ts';
import type { Call, Exchange } from '../../exchange.ts';
import { makeForm } from '../../form.ts';
import type { Kind } from './journal.ts';

/** The questions that the class looks at. */
const knownQuestions = 20;

const json = (body: unknown): Pick<Call, 'headers' | 'body'> => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

export const isServed = (answer: Exchange | null): answer is Exchange =>
  answer !== null && answer.status >= 200 && answer.status < 300;

const parse = <T>({ body }: Exchange): T => JSON.parse(body.toString()) as T;

async function look(room: Classroom, student: Student, kind: Kind, path: string): Promise<void> {
  await room.send(kind, student, { method: 'GET', path });
}

/** Asks a question, or comments on one that somebody asked. */
async function write(room: Classroom, student: Student): Promise<void> {
  const about = room.questions.at(randomInt(-knownQuestions, 0));
  const text = `What about ${randomUUID()}?`;
  const entry = room.ledger.writing(
    about === undefined || randomInt(2) === 0 ? 'questions' : 'comments',
    text,
  );
  const call: Call =
    entry.table === 'questions'
      ? {
          method: 'POST',
          path: fillPath(paths.askQuestion.path, { s_id: student.email }),
          ...json({ question: text }),
        }
      : {
          method: 'POST',
          path: fillPath(paths.answerQuestion.path, { s_id: student.email, id: about ?? '' }),
          ...json({ answer: text }),
        };
  const headers = { ...call.headers, 'idempotency-key': randomUUID() };
  await room.persist('ask', async () => {
    const answer = await room.send('ask', student, { ...call, headers });
    if (!isServed(answer)) return failureOf(answer);
    Object.assign(entry, { isAcknowledged: true, at: performance.now() });
    const newest = parse<Discussion>(answer).questions.at(-1);
    if (newest !== undefined && entry.table === 'questions') {
      room.questions.push(newest._id);
      if (room.questions.length > knownQuestions) room.questions.shift();
    }
    return null;
  });
}

/** Makes a question a favourite, or drops it from them. */
async function toggleFavorite(room: Classroom, student: Student): Promise<void> {
  const id = room.questions.at(randomInt(-knownQuestions, 0));
  if (id === undefined) return;
  const name = `${student.email} ${id}`;
  const isFavorite = room.ledger.favorites.get(name)?.value !== true;
  const latest = { value: null as boolean | null, at: 0 };
  room.ledger.favorites.set(name, latest);
  const { method, path } = isFavorite ? paths.favoriteQuestion : paths.unfavoriteQuestion;
  await room.persist('ask', async () => {
    const answer = await room.send('ask', student, {
      method,
      path: fillPath(path, { s_id: student.email, id }),
    });
    if (!isServed(answer)) return failureOf(answer);
    Object.assign(latest, { value: isFavorite, at: performance.now() });
    return null;
  });
}

/** Submits a small file with its form. */
export async function handIn(room: Classroom, student: Student): Promise<void> {
  const bytes = randomBytes(randomInt(2_000, 60_000));
  const key = randomUUID();
  const entry = room.ledger.handIn(student, key, createHash('sha256').update(bytes).digest('hex'));
  const form = makeForm({ selectedWeek: String(randomInt(1, 5)) }, { name: 'work.bin', bytes });
  await room.persist('hand-in', async () => {
    const answer = await room.send('hand-in', student, {
      method: 'POST',
      path: fillPath(paths.uploadWeek.path, { s_id: student.email }),
      headers: { 'content-type': form.type, 'idempotency-key': key },
      body: form.body,
    });
    if (!isServed(answer)) return failureOf(answer);
    const { receipt } = parse<{ receipt: Receipt }>(answer);
    Object.assign(entry, { receipt, at: performance.now() });
    return null;
  });
}

/** What a student does, by how often of a hundred. */
const habits: readonly [number, (room: Classroom, student: Student) => Promise<void>][] = [
  [25, (room, student) => look(room, student, 'page', '/StudentDashboard')],
  [
    25,
    (room, student) =>
      look(room, student, 'call', fillPath(paths.readTimeline.path, { s_id: student.email })),
  ],
  [
    20,
    (room, student) =>
      look(room, student, 'forum', fillPath(paths.readDiscussion.path, { s_id: student.email })),
  ],
  [10, write],
  [8, toggleFavorite],
  [12, handIn],
];

/** Whoever waits for longer does something else meanwhile, in another tab. */
const patienceMs = 1_500;

/** One thing after the other until the class closes; of each kind at most one is on its way. */
export async function study(room: Classroom, student: Student): Promise<void> {
  const running = new Set<unknown>();
  while (room.isOpen) {
    let dice = randomInt(100);
    const [, act] = habits.find(([share]) => (dice -= share) < 0) ?? [];
    if (act !== undefined && !running.has(act)) {
      running.add(act);
      const acting = act(room, student).finally(() => running.delete(act));
      await Promise.race([acting, room.pause(patienceMs)]);
    }
    await room.pause(randomInt(200, 700));
  }
}
