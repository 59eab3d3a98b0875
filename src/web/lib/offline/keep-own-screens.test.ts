import { beforeEach, expect, it, vi } from 'vitest';
import { minuteMs } from '#contract/durations';
import { student } from '#support/contract-fixtures';
import { FakeCaches } from '#support/fake-caches';
import { keepOwnScreens } from './keep-own-screens.ts';
import { topicsOf } from './seen-topics.ts';
import { adoptAccount, personalCache } from './personal-cache.ts';
import { seenAtHeader } from './seen-at.ts';

/** What is asked for so that the own screens open without a line. */

const { account: s_id } = student;
const openedAt = Date.parse('2026-11-22T10:00:00Z');
const privateQuestions = '/api/discussion/private/asha@example.test';
const forum = `/api/discussion/discussion/${s_id}?limit=50`;
const timeline = `/api/students/timeline/${s_id}`;
const result = `/api/students/result/${s_id}`;
const submissions = `/api/students/submissions/${s_id}`;
const newest = [`/api/discussion/discussion/${s_id}?limit=3`, `/api/discussion/answers/${s_id}`];

let asked: string[];
const askedFor = () => asked.map(decodeURIComponent);
beforeEach(() => {
  asked = [];
  const selection = [{ p_id: 'P001' }];
  vi.setSystemTime(openedAt + 1_000);
  vi.stubGlobal('location', new URL('http://portal.test/'));
  vi.stubGlobal('caches', new FakeCaches());
  vi.stubGlobal('navigator', {
    locks: navigator.locks,
    serviceWorker: { ready: Promise.resolve(), controller: {} },
  });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json(address.includes('studentswithprojects') ? selection : {});
  });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

/** Everything is kept, as it was seen some time before the page was opened. */
async function keepAll(agoMs: number): Promise<void> {
  await keepOwnScreens(student, { topics: [], since: 0 });
  const cache = await caches.open(await adoptAccount(s_id));
  for (const address of asked)
    await cache.put(
      address,
      Response.json(address.includes('studentswithprojects') ? [{ p_id: 'P001' }] : {}, {
        headers: { [seenAtHeader]: String(openedAt - agoMs) },
      }),
    );
  asked = [];
}

it('asks for everything at the first visit, and for what is older than a quarter of an hour', async () => {
  await keepAll(minuteMs);
  await keepOwnScreens(student, { topics: [], since: openedAt });
  expect(asked).toEqual([]);
  vi.setSystemTime(openedAt + 15 * minuteMs);
  await keepOwnScreens(student, { topics: [], since: openedAt });
  expect(askedFor()).toEqual(
    expect.arrayContaining([forum, timeline, ...newest, '/api/projects/projects/P001']),
  );
});

it.each([
  ['/discussion/MERN-2026-11', [forum, privateQuestions]],
  ['/WeeklySubmission', [timeline, result, submissions]],
  ['/studentdashboard', [...newest, timeline, result, submissions]],
  ['/result', [timeline, result, submissions]],
  ['/references', []],
])(
  'asks anew for what the page of %s has just shown, which the server rendered',
  async (address, expected) => {
    await keepAll(minuteMs);
    const seen = { topics: topicsOf(address), since: openedAt };
    await keepOwnScreens(student, seen);
    expect(askedFor().toSorted()).toEqual(expected.toSorted());
  },
);

it('does not ask for what this page itself has asked for', async () => {
  await keepAll(-500);
  await keepOwnScreens(student, { topics: topicsOf('/discussion/A'), since: openedAt });
  expect(asked).toEqual([]);
});

it('keeps the viva day that staff have open, with the session, and removes it at the first opening afterwards', async () => {
  const mentor = { ...student, role: 'mentor' as const, account: 'm@example.test' };
  const ofDay = '/api/staff/batches/A%20B/viva-day';
  vi.stubGlobal('location', new URL('http://portal.test/staff/batches/A%20B/vivas/day'));
  await keepOwnScreens(mentor, { topics: [], since: 0 });
  expect(asked).toEqual(['/api/auth/session', ofDay]);
  const cache = await caches.open(await adoptAccount(mentor.account));
  await cache.put(ofDay, Response.json({ day: '2026-11-22' }));
  await cache.put('/api/auth/session', Response.json({}));
  vi.stubGlobal('location', new URL('http://portal.test/staff'));
  const left = async () => (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await keepOwnScreens(mentor, { topics: [], since: 0 });
  expect(await left()).toEqual([ofDay, '/api/auth/session']);
  vi.setSystemTime(openedAt + 24 * 60 * minuteMs);
  await keepOwnScreens(mentor, { topics: [], since: 0 });
  expect(await left()).toEqual(['/api/auth/session']);
});

it('keeps nothing for mentors, and takes away what was kept of others', async () => {
  await keepAll(minuteMs);
  await keepOwnScreens({ ...student, role: 'mentor', account: 'm@example.test' }, { topics: [], since: 0 });
  expect(asked).toEqual([]);
  expect(await personalCache()).toBe('personal of m@example.test');
});
