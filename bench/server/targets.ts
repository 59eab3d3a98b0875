import type { Request } from 'autocannon';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/all-paths';
import type { Fixture } from '../fixture.ts';
import { browserEncodings, type Target } from '../load.ts';
import type { Running } from '../servers.ts';
import { benchBatch, type Student } from '../students.ts';

/** What the server is asked for, by its name in the table; `kind` says which bar it has. */
export type Measured = { name: string; kind: keyof typeof bars; target: Target };

/**
 * What must be reached on each engine: `ratio` the least share of the bare route's speed, by processor time, `routes` as
 * how many bare routes a page may cost. SQLite answers from its own process; PostgreSQL's driver takes processor time too.
 */
export const bars = {
  login: { SQLite: { ratio: 0.4 }, PostgreSQL: { ratio: 0.4 } },
  forum: { SQLite: { ratio: 0.5 }, PostgreSQL: { ratio: 0.5 } },
  dashboardPage: { SQLite: { routes: 120 }, PostgreSQL: {} },
  forumPage: { SQLite: { routes: 170 }, PostgreSQL: {} },
  other: { SQLite: {}, PostgreSQL: {} },
} satisfies Record<string, Record<string, { ratio?: number; routes?: number }>>;

const calls = [
  'readStudentCourse',
  'listAvailableProjects',
  'readSelection',
  'readTimeline',
  'readWeeklyStatus',
] as const;
const question = JSON.stringify({ question: 'How many characters do people write in a question?' });
/** All of the fixture's questions have these words. */
const similar = encodeURIComponent('How many characters do people write?');

export function makeTargets(server: Running, { students, course }: Fixture): Measured[] {
  /** As many students ask as there are connections. */
  const asClass = (requestOf: (student: Student) => Request): Target => ({
    server,
    requests: students.map(requestOf) as [Request, ...Request[]],
  });
  const call = (name: keyof typeof paths, query = ''): Target =>
    asClass(({ email, cookie }) => ({
      path: fillPath(paths[name].path, { s_id: email, course: course.name }) + query,
      headers: { cookie },
    }));
  const page = (path: string): Target =>
    asClass(({ cookie }) => ({
      path: fillPath(path, { batch: benchBatch }),
      headers: { cookie, 'accept-encoding': browserEncodings },
    }));
  return [
    {
      name: 'login page, brotli',
      kind: 'login',
      target: { server, requests: [{ path: '/login', headers: { 'accept-encoding': 'br' } }] },
    },
    ...calls.map((name): Measured => ({ name, kind: 'other', target: call(name) })),
    { name: 'readDiscussion, newest 50', kind: 'forum', target: call('readDiscussion') },
    { name: 'findQuestions', kind: 'other', target: call('findQuestions', '?q=people') },
    { name: 'findSimilarQuestions', kind: 'other', target: call('findSimilarQuestions', `?text=${similar}`) },
    { name: 'dashboard page', kind: 'dashboardPage', target: page('/StudentDashboard') },
    { name: 'forum page, newest 50', kind: 'forumPage', target: page('/discussion/:batch') },
    // The last, since each adds a question to the forum.
    {
      name: 'askQuestion',
      kind: 'other',
      target: asClass(({ email, cookie }) => ({
        method: 'POST',
        path: fillPath(paths.askQuestion.path, { s_id: email }),
        headers: { cookie, prefer: 'return=minimal', 'content-type': 'application/json' },
        body: question,
      })),
    },
  ];
}
