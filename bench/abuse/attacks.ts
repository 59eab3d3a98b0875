import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/all-paths';
import { exchange, type Call } from '#support/exchange';
import { formCall, submissionCall } from '../submit.ts';
import type { Class, Student } from '../students.ts';

/** What an attacker knows of the portal and its class. */
export type Target = Omit<Class, 'students'> & {
  port: number;
  /** The addresses of those who work. */
  emails: string[];
  /** One of the class who does not work. */
  attacker: Student;
  /** The path of the attacker's calendar, once it is made. */
  calendar?: string;
};
export type Attack = {
  name: string;
  what: string;
  /** Done before anything is measured. */
  prepare?(target: Target): Promise<void>;
  /** Goes on until the process ends. */
  run(target: Target): Promise<unknown>;
};

const timeoutMs = 120_000;
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Sends the same again and again over so many connections, each as fast as it is answered. */
async function repeat(target: Target, connections: number, make: (n: number) => Call): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let sent = 0;
  const loop = async (): Promise<never> => {
    for (;;) await exchange(agent, target.port, make(sent++), timeoutMs).catch(() => sleep(50));
  };
  await Promise.all(Array.from({ length: connections }, loop));
}

/** Announces many bytes over each connection, and sends one now and then; one that is ended is opened again. */
async function dribble(
  target: Target,
  connections: number,
  { method, path, headers, body }: Call,
): Promise<void> {
  const loop = async (): Promise<never> => {
    for (;;) {
      await new Promise<void>((resolve) => {
        const url = `http://127.0.0.1:${target.port}${path}`;
        const sent = request(url, { method, headers, agent: false });
        const timer = setInterval(() => sent.write('x'), 5_000);
        sent.on('response', (response) => response.resume());
        sent.on('error', () => {});
        sent.on('close', () => {
          clearInterval(timer);
          resolve();
        });
        sent.write(body ?? 'x');
      });
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
}

/** Questions for a forum that takes the portal some time to show. */
const filledQuestions = 40;

/** Asks by GET, again and again, over 48 connections. */
const floodOf = (target: Target, who: Student | null, addresses: readonly string[]): Promise<void> =>
  repeat(target, 48, (n) => ({
    method: 'GET',
    path: addresses[n % addresses.length] as string,
    headers: who === null ? {} : { cookie: who.cookie },
  }));

/** Texts as long as they may be that are slow to show. */
const hostileTexts = ['http://a/ '.repeat(10_000), ')'.repeat(100_000), '(['.repeat(50_000)];

const longTexts: Attack = {
  name: 'long texts',
  what: 'twenty submissions of 200,000 characters; their page, and the mentor’s, over eight connections',
  async prepare(target) {
    const agent = new Agent();
    for (let n = 0; n < 20; n++) {
      const text = hostileTexts[n % hostileTexts.length] as string;
      const call = formCall(target.attacker, randomUUID(), [
        ['selectedWeek', '1'],
        ['links', text],
        ['comments', text],
      ]);
      await exchange(agent, target.port, call, timeoutMs);
    }
  },
  run(target) {
    const { attacker, mentor } = target;
    const pages: readonly Call[] = [
      { method: 'GET', path: '/WeeklySubmission?week=1', headers: { cookie: attacker.cookie } },
      { method: 'GET', path: '/staff', headers: { cookie: mentor.cookie } },
    ];
    return repeat(target, 8, (n) => pages[n % pages.length] as Call);
  },
};

const comments: Attack = {
  name: 'comments',
  what: 'comments of 5,000 characters over eight connections, and the forum’s page over forty',
  async run(target) {
    const { attacker, question, batch } = target;
    const { cookie, email } = attacker;
    await Promise.all([
      repeat(target, 8, () => ({
        method: 'POST',
        path: fillPath(paths.answerQuestion.path, { s_id: email, id: question }),
        headers: { cookie, ...json },
        body: Buffer.from(JSON.stringify({ answer: 'Again and again. '.repeat(294) })),
      })),
      repeat(target, 40, () => ({
        method: 'GET',
        path: fillPath('/discussion/:batch', { batch }),
        headers: { cookie },
      })),
    ]);
  },
};

const slowConnections: Attack = {
  name: 'slow connections',
  what: '200 submissions of 60 MB and 100 logins of 240 KB, a byte every five seconds',
  async run(target) {
    const { headers, body, ...call } = submissionCall(target.attacker, randomUUID(), Buffer.from('x'));
    await Promise.all([
      dribble(target, 200, {
        ...call,
        headers: { ...headers, 'content-length': '60000000' },
        ...(body && { body: body.subarray(0, body.length - 80) }),
      }),
      dribble(target, 100, {
        method: 'POST',
        path: paths.logIn.path,
        headers: { ...json, 'content-length': '240000' },
        body: Buffer.from('{'),
      }),
    ]);
  },
};

const wrongPasswords: Attack = {
  name: 'wrong passwords',
  what: 'at the accounts of the class and at others over 130 connections, by call and by form, in the class’s own network',
  async run(target) {
    const { emails } = target;
    await repeat(target, 130, (n) => {
      const email = n % 3 === 0 ? (emails[n % emails.length] ?? '') : `guess${n}@example.test`;
      const guess = { email, password: `guess ${n}` };
      if (n % 10 === 1)
        return {
          method: 'POST',
          path: '/login',
          headers: form,
          body: Buffer.from(String(new URLSearchParams(guess))),
        };
      return {
        method: 'POST',
        path: n % 10 === 0 ? paths.forgotPassword.path : paths.logIn.path,
        headers: json,
        body: Buffer.from(JSON.stringify(guess)),
      };
    });
  },
};

const flood: Attack = {
  name: 'flood',
  what: 'pages and calls of one account over 250 connections, as fast as they are answered',
  run(target) {
    const { cookie, email } = target.attacker;
    const reads = [
      '/StudentDashboard',
      fillPath(paths.readTimeline.path, { s_id: email }),
      '/login',
      '/api/health',
    ];
    return repeat(target, 250, (n) => ({
      method: 'GET',
      path: reads[n % reads.length] as string,
      headers: { cookie },
    }));
  },
};

const pages: Attack = {
  name: 'pages',
  what: 'the forum’s page, of one student over 48 connections',
  async prepare(target) {
    const agent = new Agent();
    const { cookie, email } = target.attacker;
    for (let n = 0; n < filledQuestions; n++) {
      const call: Call = {
        method: 'POST',
        path: fillPath(paths.askQuestion.path, { s_id: email }),
        headers: { cookie, ...json },
        body: Buffer.from(JSON.stringify({ question: `${n}: ${'Why does **this** fail? '.repeat(40)}` })),
      };
      await exchange(agent, target.port, call, timeoutMs);
    }
  },
  run: (target) =>
    floodOf(target, target.attacker, [fillPath('/discussion/:batch', { batch: target.batch })]),
};

const staffPages: Attack = {
  name: 'staff pages',
  what: 'pages of one mentor over 48 connections',
  run: (target) =>
    floodOf(target, target.mentor, [
      fillPath('/staff/batches/:batch', { batch: target.batch }),
      '/staff',
      '/staff/nowhere.data',
    ]),
};

const searches: Attack = {
  name: 'searches',
  what: 'searches, similar questions and pages of results, of one student over 48 connections',
  run(target) {
    const { email } = target.attacker;
    const query = `?${new URLSearchParams({ q: 'why does this fail' })}`;
    return floodOf(target, target.attacker, [
      fillPath(paths.findQuestions.path, { s_id: email }) + query,
      `${fillPath(paths.findSimilarQuestions.path, { s_id: email })}?text=why+does+this+fail`,
      fillPath('/discussion/:batch', { batch: target.batch }) + query,
    ]);
  },
};

const calendars: Attack = {
  name: 'calendar',
  what: 'the address of one student’s calendar, without a session, over 48 connections',
  async prepare(target) {
    const { cookie } = target.attacker;
    const make: Call = { method: 'PUT', path: paths.makeCalendarAddress.path, headers: { cookie } };
    const { body } = await exchange(new Agent(), target.port, make, timeoutMs);
    const { address } = JSON.parse(body.toString()) as { address: string };
    target.calendar = address.slice(address.indexOf('/api/'));
  },
  run: (target) => floodOf(target, null, [target.calendar ?? '']),
};

const streams: Attack = {
  name: 'streams',
  what: 'live updates of one student, opened and closed, and records, over 48 connections',
  async run({ port, attacker: { cookie, email } }) {
    const addresses = [paths.followDiscussion.path, paths.readRecord.path];
    let sent = 0;
    const loop = async (): Promise<never> => {
      for (;;) {
        const path = fillPath(addresses[sent++ % addresses.length] as string, { s_id: email });
        await new Promise<void>((resolve) => {
          const opened = request(`http://127.0.0.1:${port}${path}`, { headers: { cookie }, agent: false });
          opened.on('response', () => opened.destroy());
          opened.on('error', () => {});
          opened.on('close', resolve);
          opened.end();
        });
      }
    };
    await Promise.all(Array.from({ length: 48 }, loop));
  },
};

const forms: Attack = {
  name: 'forms',
  what: 'forms of one account that are refused, with a file and without, over 250 connections',
  run(target) {
    const submission = formCall(target.attacker, '', [['selectedWeek', '1']]);
    const { cookie } = target.attacker;
    const posts: readonly Call[] = [
      { ...submission, path: '/WeeklySubmission' },
      { method: 'POST', path: '/account', headers: { ...form, cookie }, body: Buffer.from('what=x') },
    ];
    return repeat(target, 250, (n) => posts[n % posts.length] as Call);
  },
};

export const attacks = [
  longTexts,
  comments,
  slowConnections,
  wrongPasswords,
  flood,
  pages,
  staffPages,
  searches,
  calendars,
  streams,
  forms,
];
