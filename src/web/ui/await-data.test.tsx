import { act, render, screen } from '@testing-library/react';
import { Component, createElement, type ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router';
import { expect, it, vi } from 'vitest';
import { mentor, student } from '#support/contract-fixtures';
import { discussionOf, questions } from '#support/discussion-fixtures';
import { eventually } from '#support/eventually';
import { mockApi } from '#support/mock-api';
import { renderScreen, routesOf, type RouteModule, type ScreenAddress } from '#support/render-screen';
import * as discussion from '../routes/discussion.tsx';
import * as staffPhrases from '../routes/staff-phrases.tsx';
import * as staffPortal from '../routes/staff-portal.tsx';
import { AwaitData } from './await-data.tsx';

/** A page whose slow parts did not come before it ended; the browser goes on. */
async function openUnfinished(module: RouteModule, address: ScreenAddress) {
  (await renderScreen(module, address)).unmount();
  const routes = routesOf(module, address);
  const initialEntries = [address.at ?? address.path];
  const server = createMemoryRouter(routes, { initialEntries });
  await eventually(() => expect(server.state.initialized).toBe(true));
  const rejecting: ((error: Error) => void)[] = [];
  const isDeferred = (value: unknown) => typeof value === 'object' && value !== null && 'data' in value;
  const pending = () => {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    rejecting.push(reject);
    return { data: promise };
  };
  const hydrated = Object.entries(server.state.loaderData).map(([id, data]) => [
    id,
    Object.fromEntries(
      Object.entries((data ?? {}) as object).map(([name, value]) => [
        name,
        isDeferred(value) ? pending() : value,
      ]),
    ),
  ]);
  server.dispose();
  const loaderData = Object.fromEntries(hydrated) as Record<string, unknown>;
  const router = createMemoryRouter(routes, { initialEntries, hydrationData: { loaderData } });
  await act(async () => render(createElement(RouterProvider, { router }), { onCaughtError: () => {} }));
  return async () => {
    expect(rejecting.length).toBeGreaterThan(0);
    await act(async () => rejecting.forEach((reject) => reject(new Error('Unexpected Server Error'))));
  };
}

const office = { ...mentor, role: 'administrator' } as const;
const checks = {
  checked_at: '2026-11-21T09:00:00.000Z',
  checks: [],
  held_mails: 4,
  settings: [],
  build: '1.1.0, commit 8eb741c8d3a0',
};

it.each<[string, RouteModule, ScreenAddress, RegExp, string]>([
  [
    'system check',
    staffPortal as never,
    { path: '/staff/portal', user: office },
    /4 emails are older/,
    'readPortalChecks',
  ],
  ['phrases', staffPhrases as never, { path: '/staff/phrases', user: mentor }, /Well done/, 'listPhrases'],
  [
    'forum',
    discussion as never,
    { path: '/discussion/:batch', at: `/discussion/${student.batch}`, user: student },
    /Question 1\b/,
    'readDiscussion',
  ],
])(
  'of a page that ended without its data the browser asks for it: %s',
  async (_, module, address, words, call) => {
    const api = mockApi();
    api.reply('readPortalChecks', checks);
    api.reply('listPhrases', [{ id: '1', name: 'praise', text: 'Well done' }]);
    api.reply('listStaffBatches', []);
    api.reply('listBatchAnnouncements', []);
    api.reply('listAnnouncements', []);
    api.reply('readDiscussion', discussionOf(questions(1, 1)));
    const end = await openUnfinished(module, address);
    const before = api.of(call as never).length;
    await end();
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
    expect(api.of(call as never).length - before).toBe(1);
  },
);

it('what fails again says so, and is not asked for without end', async () => {
  const api = mockApi();
  api.reply('readPortalChecks', checks);
  const end = await openUnfinished(staffPortal as never, { path: '/staff/portal', user: office });
  api.refuse('readPortalChecks', 403, { message: 'Not for you' });
  const before = api.of('readPortalChecks').length;
  await end();
  expect(await screen.findByText('Not for you')).toBeTruthy();
  expect(api.of('readPortalChecks').length - before).toBe(1);
});

function Given({ data }: { data: Promise<string> }) {
  return (
    <AwaitData data={data} skeleton="waiting">
      {(value) => value}
    </AwaitData>
  );
}

class Boundary extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override state = { hasFailed: false };
  override render = () => (this.state.hasFailed ? 'could not be loaded' : this.props.children);
}

it.each([
  ['what ends without its data a second time says so', new Error('Unexpected Server Error'), 1],
  ['a call that was refused is not made again', Object.assign(new Error('No'), { status: 403 }), 0],
])('%s', async (_, error, loads) => {
  const failed = () => {
    const data = Promise.reject<string>(error);
    data.catch(() => undefined);
    return { data };
  };
  const loader = vi.fn(failed);
  const Screen = () => (
    <Boundary>
      <Given data={useLoaderData<{ data: Promise<string> }>().data} />
    </Boundary>
  );
  const hydrationData = { loaderData: { screen: failed() } };
  const router = createMemoryRouter([{ id: 'screen', path: '/', loader, Component: Screen }], {
    hydrationData,
  });
  await act(async () => render(<RouterProvider router={router} />, { onCaughtError: () => {} }));
  expect(await screen.findByText('could not be loaded')).toBeTruthy();
  expect(loader).toHaveBeenCalledTimes(loads);
});
