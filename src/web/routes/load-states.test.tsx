import { act, fireEvent, screen, within } from '@testing-library/react';
import type { LoaderFunctionArgs } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { mentor, student } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerMentor, answerStudent } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as discussion from './discussion.tsx';
import * as finalProject from './final-project-submission.tsx';
import * as projectDashboard from './project-dashboard.tsx';
import * as projectDetails from './project-details.tsx';
import * as projectOverview from './project-overview.tsx';
import * as question from './question.tsx';
import * as references from './references.tsx';
import * as staff from './staff.tsx';
import * as studentDashboard from './student-dashboard.tsx';
import * as viva from './viva.tsx';
import * as weekly from './weekly-submission.tsx';
import { rememberSession } from '../lib/session/session.ts';

/** Every screen with data: its heading, the calls without which it cannot stand, and a text once they are answered. */
const screens = [
  {
    module: studentDashboard,
    path: '/StudentDashboard',
    heading: 'Student Dashboard',
    calls: ['readStudentCourse', 'readSelection', 'readTimeline', 'listAvailableProjects'],
    content: 'Open project dashboard',
  },
  {
    module: projectDetails,
    path: '/projectDetails/:id',
    at: '/projectDetails/P001',
    heading: 'Project Details',
    calls: ['readProject', 'readSelection', 'readStudentCourse'],
    content: 'Prerequisite Knowledge',
  },
  {
    module: projectOverview,
    path: '/projectOverview/:id',
    at: '/projectOverview/P001',
    heading: 'Project Overview',
    calls: ['readProject'],
    content: 'Open in a new tab',
  },
  {
    module: projectDashboard,
    path: '/ProjectDashboard1',
    heading: 'PROJECT DASHBOARD',
    calls: ['readSelection', 'readTimeline', 'readProject', 'readReferences'],
    content: 'Next step',
  },
  {
    module: references,
    path: '/references',
    heading: 'Reference Materials',
    calls: ['readSelection', 'readReferences'],
    content: 'The library, third shelf',
  },
  {
    module: weekly,
    path: '/WeeklySubmission',
    heading: 'Weekly Submission',
    calls: ['readTimeline', 'listSubmissions'],
    content: 'Your submissions',
  },
  {
    module: finalProject,
    path: '/FinalProjectSubmission',
    heading: 'Final Project Submission',
    calls: ['readTimeline', 'listSubmissions'],
    content: '(You are not eligible now!!!)',
  },
  {
    module: viva,
    path: '/viva',
    heading: 'Viva Voce',
    calls: ['readTimeline', 'listSubmissions'],
    content: 'Viva Voce Format',
  },
  {
    module: discussion,
    path: '/discussion/:batch',
    at: '/discussion/MERN-2026-11',
    heading: 'Discussion Forum',
    calls: ['readDiscussion'],
    content: 'Questions',
  },
  {
    module: question,
    path: '/discussion/:batch/:id',
    at: '/discussion/MERN-2026-11/1',
    heading: 'Question',
    calls: ['readDiscussion'],
    content: 'The question and its comments',
  },
  {
    module: staff,
    path: '/staff',
    user: mentor,
    heading: 'Submissions',
    calls: ['listStaffBatches', 'listBatchSubmissions', 'readStaffSubmission'],
    content: 'Comments of the student',
  },
] satisfies {
  module: Parameters<typeof renderScreen>[0];
  path: string;
  at?: string;
  user?: typeof mentor;
  heading: string;
  calls: EndpointName[];
  content: string;
}[];
type Screen = (typeof screens)[number];

function answered({ user }: { user?: unknown }): MockApi {
  const api = mockApi();
  answerStudent(api);
  if (user !== undefined) answerMentor(api);
  return api;
}
const open = (one: Screen) => renderScreen(one.module, { user: student, ...one });
// On a frozen clock a load is slow only where a test says so.
beforeEach(() => freezeClock('2026-11-18T09:00:00.000Z'));

const main = () => within(screen.getByRole('main'));

describe.each(screens)('$path', (one) => {
  it.each([
    [
      'the server fails',
      (api: MockApi) => one.calls.forEach((name) => api.refuse(name, 500)),
      'Out of order.',
    ],
    ['there is no network', (api: MockApi) => api.cutOff(...one.calls), /^The portal cannot be reached\./],
  ])('while %s: the heading, the reason, and a retry that asks again', async (_, fail, reason) => {
    const api = answered(one);
    fail(api);
    await open(one);
    await settle(() => expect(screen.getAllByText(reason).length).toBeGreaterThan(0));
    const [alert] = screen.getAllByRole('alert');
    const heading = () => screen.getAllByRole('heading', { level: 1 })[0];
    await settle(() => expect(heading()?.textContent).toBe(one.heading));
    expect(heading()?.className).not.toContain('hidden');
    const count = api.requests.length;
    answerStudent(api);
    answerMentor(api);
    fireEvent.click(within(alert!).getByRole('button', { name: 'Try again' }));
    await settle(() => expect(screen.getAllByText(one.content).length).toBeGreaterThan(0));
    expect(main().queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(api.requests.length).toBeGreaterThan(count);
  });

  it.each([
    ['a busy portal', (api: MockApi) => one.calls.forEach((name) => api.refuse(name, 503))],
    ['a balancer without a portal', (api: MockApi) => api.breakDown(502, ...one.calls)],
  ])('comes by itself after %s, and says so', async (_, fail) => {
    const api = answered(one);
    fail(api);
    await open(one);
    await settle(() =>
      expect(screen.getAllByText('The page tries again automatically.').length).toBeGreaterThan(0),
    );
    const asked = api.requests.length;
    for (let second = 0; second < 3; second++) await advanceClock(1_000);
    await settle(() => expect(api.requests.length, 'it fails once more').toBeGreaterThan(asked));
    answerStudent(api);
    answerMentor(api);
    for (let second = 0; second < 6; second++) await advanceClock(1_000);
    await settle(() => expect(screen.getAllByText(one.content).length).toBeGreaterThan(0));
    expect(main().queryByRole('alert')).toBeNull();
  });

  it('shows a skeleton under its heading while the answers are on their way', async () => {
    const api = answered(one);
    api.keepWaiting(...one.calls);
    await open(one);
    await settle(() => expect(api.requests.length).toBeGreaterThan(0));
    // What is quick shows at once, without a flash of the skeleton.
    await advanceClock(119);
    expect(screen.queryByRole('main')).toBeNull();
    await advanceClock(1);
    await settle(() => expect(main().getByRole('heading', { level: 1, name: one.heading })).toBeTruthy());
    expect(screen.getByRole('main').querySelector('[aria-hidden="true"]')).not.toBeNull();
    expect(main().queryByText(one.content)).toBeNull();
    expect(main().queryByRole('alert')).toBeNull();
    // Shapes only: what a user has is not known yet. The references have their form already.
    const promised = main().queryAllByRole('heading', { level: 2, hidden: true });
    expect(one.path === '/references' ? [] : promised).toEqual([]);
    expect(main().queryAllByRole('listitem', { hidden: true })).toEqual([]);
  });

  const refusals = [403, 404].filter((status) => one.calls.some((name) => status in endpoints[name].answers));
  it.each(refusals)('refused with %i: the reason and a link on, without a retry', async (status) => {
    const calls = one.calls.filter((name) => status in endpoints[name].answers);
    const api = answered(one);
    for (const name of calls) api.refuse(name, status, { message: 'Not for you.' });
    await open(one);
    await settle(() => expect(main().getAllByRole('link', { name: /^Go to|^See/ })).not.toEqual([]));
    expect(screen.getAllByRole('heading', { level: 1 })[0]?.className).not.toContain('hidden');
    expect(main().queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('an ended session leads to the login and back', async () => {
    const api = answered(one);
    for (const name of one.calls) api.refuse(name, 401, { code: 'signed_out' });
    const { router } = await open(one);
    await settle(() => expect(screen.getByTestId('elsewhere')).toBeTruthy());
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(
      `/login?next=${encodeURIComponent(('at' in one ? one.at : undefined) ?? one.path)}`,
    );
  });
});

it.each(screens.filter(({ path }) => !/staff|discussion|project(Details|Overview)|references/.test(path)))(
  '$path is for students: staff get no calls of a student and the way to their batches',
  async (one) => {
    mockApi();
    await renderScreen(one.module, { ...one, user: mentor });
    await settle(() => main().getByRole('heading', { name: 'This page is for students' }));
    expect(main().getByRole('link', { name: 'Go to your batches' }).getAttribute('href')).toBe('/staff');
  },
);

it('the staff screen is for staff: students get the way to their dashboard', async () => {
  mockApi();
  await renderScreen(staff, { path: '/staff', user: student });
  await settle(() => main().getByRole('heading', { name: 'This page is for mentors' }));
  expect(main().getByRole('link', { name: 'Go to your dashboard' }).getAttribute('href')).toBe(
    '/StudentDashboard',
  );
});

it('a visitor is led to the login, and back with the query', async () => {
  mockApi();
  rememberSession(null);
  const request = new Request('http://portal.test/WeeklySubmission?week=2');
  const redirect: unknown = await weekly
    .clientLoader({ request, params: {} } as LoaderFunctionArgs)
    .catch((thrown: unknown) => thrown);
  expect(redirect).toBeInstanceOf(Response);
  const { headers } = redirect as Response;
  expect(headers.get('Location')).toBe('/login?next=%2FWeeklySubmission%3Fweek%3D2');
});

it('being offline is said under the header, and taken back', async () => {
  answerStudent(mockApi());
  await renderScreen(weekly, { path: '/WeeklySubmission', user: student });
  await settle(() => main().getByRole('heading', { level: 1 }));
  const goTo = (isOnline: boolean) =>
    act(() => {
      Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
      window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    });
  goTo(false);
  // This device has no storage for drafts.
  const bar = screen.getByText('Offline').closest('[role=status]');
  expect(bar?.textContent).toBe('Offline.');
  goTo(true);
  expect(bar?.textContent).toBe('');
});
