import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { Fixture } from '../fixture.ts';
import { browserEncodings, type Target } from '../load.ts';
import type { Running } from '../servers.ts';
import { benchBatch } from '../students.ts';

/**
 * What the server is asked for, by its name in the table. `least`: share of the bare route's speed, by processor time;
 * `most`: microseconds of a request on SQLite, which answers from its own process.
 */
export type Measured = {
  name: string;
  target: Target;
  least?: number;
  most?: number;
  /** The bare route sends as many bytes. */
  isLarge?: true;
};

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

export function makeTargets(server: Running, { email, cookie, course }: Fixture): Measured[] {
  const call = (name: keyof typeof paths, query = ''): Target => ({
    server,
    path: fillPath(paths[name].path, { s_id: email, course }) + query,
    headers: { cookie },
  });
  const page = (path: string): Target => ({
    server,
    path: fillPath(path, { batch: benchBatch }),
    headers: { cookie, 'accept-encoding': browserEncodings },
  });
  const ask = call('askQuestion');
  return [
    {
      name: 'login page, brotli',
      least: 0.4,
      target: { server, path: '/login', headers: { 'accept-encoding': 'br' } },
    },
    ...calls.map((name): Measured => ({ name, target: call(name) })),
    { name: 'readDiscussion, newest 50', least: 0.5, isLarge: true, target: call('readDiscussion') },
    { name: 'findQuestions', target: call('findQuestions', '?q=people') },
    { name: 'findSimilarQuestions', target: call('findSimilarQuestions', `?text=${similar}`) },
    { name: 'dashboard page', most: 3_500, target: page('/StudentDashboard') },
    { name: 'forum page, newest 50', most: 5_000, target: page('/discussion/:batch') },
    // The last, since each adds a question to the forum.
    {
      name: 'askQuestion',
      target: { ...ask, headers: { cookie, prefer: 'return=minimal' }, body: question },
    },
  ];
}
