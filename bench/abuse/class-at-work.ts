import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { exchange, NoAnswer, type Call, type Exchange } from '../exchange.ts';
import { makeForm } from '../form.ts';
import type { Student } from '../students.ts';
import { password, type People } from './people.ts';

export const kinds = ['read', 'write', 'login'] as const;
export type Kind = (typeof kinds)[number];
/** One request of the class: when it was sent, by `performance.now()`, and how long its answer took. */
export type Entry = { kind: Kind; student: string; at: number; ms: number; status: number };

const timeoutMs = 60_000;
const json = { 'content-type': 'application/json' };
const bodyOf = (value: object) => Buffer.from(JSON.stringify(value));

/** A class that does what classes do, each student one thing after the other. */
export type ClassAtWork = {
  entries: Entry[];
  /** Logs everybody in, one after the other: from then on their devices are known. */
  logIn(): Promise<void>;
  /** Works for so long. */
  work(milliseconds: number): Promise<void>;
};

/** The cookies of answers, as a browser keeps them. */
function keepCookies(jar: Map<string, string>, { headers }: Exchange): void {
  for (const cookie of headers['set-cookie'] ?? []) {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    jar.set(name, value);
  }
}

export function makeClass(url: string, { students, question }: People): ClassAtWork {
  const port = Number(new URL(url).port);
  const entries: Entry[] = [];
  const jars = new Map(students.map(({ email }) => [email, new Map<string, string>()]));

  async function send(kind: Kind, { email }: Student, agent: Agent, call: Call): Promise<void> {
    const jar = jars.get(email) as Map<string, string>;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const at = performance.now();
    let status = 0;
    try {
      const answer = await exchange(
        agent,
        port,
        { ...call, headers: { cookie, ...call.headers } },
        timeoutMs,
      );
      keepCookies(jar, answer);
      status = answer.status;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
    entries.push({ kind, student: email, at, ms: performance.now() - at, status });
  }

  const logIn = (student: Student, agent: Agent) =>
    send('login', student, agent, {
      method: 'POST',
      path: paths.logIn.path,
      headers: json,
      body: bodyOf({ email: student.email, password }),
    });

  const look = (path: string) => (student: Student, agent: Agent) =>
    send('read', student, agent, { method: 'GET', path: fillPath(path, { s_id: student.email }) });

  const ask = (student: Student, agent: Agent) =>
    send('write', student, agent, {
      method: 'POST',
      path: fillPath(paths.answerQuestion.path, { s_id: student.email, id: question }),
      headers: { ...json, 'idempotency-key': randomUUID() },
      body: bodyOf({ answer: 'What about the third step?' }),
    });

  function handIn(student: Student, agent: Agent): Promise<void> {
    const bytes = randomBytes(randomInt(2_000, 60_000));
    const form = makeForm({ selectedWeek: '1', comments: 'Mine' }, { name: 'work.bin', bytes });
    return send('write', student, agent, {
      method: 'POST',
      path: fillPath(paths.uploadWeek.path, { s_id: student.email }),
      headers: { 'content-type': form.type, 'idempotency-key': randomUUID() },
      body: form.body,
    });
  }

  /** What a student does, by how often of a hundred. */
  const habits: readonly [number, (student: Student, agent: Agent) => Promise<void>][] = [
    [30, look('/StudentDashboard')],
    [30, look(paths.readTimeline.path)],
    [15, look(paths.readDiscussion.path)],
    [8, ask],
    [9, handIn],
    [8, logIn],
  ];

  async function study(student: Student, until: number): Promise<void> {
    const agent = new Agent({ keepAlive: true });
    await sleep(randomInt(800));
    while (performance.now() < until) {
      let dice = randomInt(100);
      const [, act] = habits.find(([share]) => (dice -= share) < 0) ?? [];
      await act?.(student, agent);
      await sleep(randomInt(200, 800));
    }
    agent.destroy();
  }

  return {
    entries,
    async logIn() {
      for (const student of students) await logIn(student, new Agent());
      entries.length = 0;
    },
    async work(milliseconds) {
      const until = performance.now() + milliseconds;
      await Promise.all(students.map((student) => study(student, until)));
    },
  };
}
