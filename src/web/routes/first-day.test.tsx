import { render, screen } from '@testing-library/react';
import { createRoutesStub, Outlet } from 'react-router';
import { expect, it } from 'vitest';
import type { Role } from '#contract/accounts/calls';
import { mentor, student } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderScreen, renderWithRouter } from '#support/render-screen';
import { ProfileGroup } from '../features/accounts/own-account/profile-group.tsx';
import * as home from './home.tsx';
import * as notFound from './not-found.tsx';
import * as setup from './setup.tsx';

const homeWords = { heading: null, paragraph: null, steps: null };
const project = {
  name: 'A shop',
  course: 'MERN',
  details: 'Sell things.',
  backgroundImage: '/images/shop.jpg',
};

it.each([
  ['without projects', [], 1],
  ['with projects', [project], 0],
] as const)('home %s: the footer’s link to them leads to words', async (_, catalogue, count) => {
  mockApi();
  const clientLoader = () => ({ academyName: 'Academy', words: homeWords, catalogue });
  await renderScreen({ ...home, clientLoader }, { path: '/' });
  const section = screen.getByRole('heading', { name: 'Projects to choose from' }).closest('section');
  expect(section?.id).toBe('projects');
  expect(screen.queryAllByText('The academy has not published its projects yet.')).toHaveLength(count);
  expect(section?.querySelectorAll('li')).toHaveLength(catalogue.length);
});

it.each([
  [student, 'Go to your dashboard'],
  [mentor, 'Go to your batches'],
  [{ ...mentor, examiner: true as const }, 'Go to your vivas'],
  [{ ...mentor, role: 'administrator' as const }, 'Go to the office'],
])('home and an unknown address say where a reader’s own screen is (%#)', async (user, words) => {
  mockApi();
  const clientLoader = () => ({ academyName: 'Academy', words: homeWords, catalogue: [] });
  const frame = {
    id: 'routes/public-frame',
    loader: () => user,
    Component: Outlet,
    HydrateFallback: () => null,
  };
  const Stub = createRoutesStub([
    {
      ...frame,
      children: [
        { path: '/', loader: clientLoader, Component: home.default },
        { path: '*', Component: notFound.default },
      ],
    },
  ]);
  for (const at of ['/', '/nowhere']) {
    const { unmount } = render(<Stub initialEntries={[at]} />);
    expect(await screen.findByRole('link', { name: words })).toBeTruthy();
    const isStudents = at === '/nowhere' && user.role === 'student';
    expect(screen.queryAllByText(/Your submitted work is safe/)).toHaveLength(isStudents ? 1 : 0);
    unmount();
  }
});

it.each([
  ['good', 0],
  ['dead', 1],
  ['missing', 1],
] as const)('a set-up link that is %s: who reads that a restart makes another', async (link, count) => {
  mockApi();
  const setUp = { hasSample: false, fixed: { name: false, zone: false } };
  await renderScreen({ ...setup, clientLoader: () => ({ link, token: 'x', setUp }) }, { path: '/setup' });
  expect(screen.queryAllByText(/^No administrator yet\? Restart the portal/)).toHaveLength(count);
});

const own = { phone: null, new_email: null, s_id: student.s_id, s_name: 'Latha' };

it.each<[Role, string[], string]>([
  ['administrator', [], 'As an administrator you see all batches.'],
  ['mentor', [], 'An administrator assigns batches.'],
  ['mentor', ['MERN-2026-11'], 'MERN-2026-11'],
])('a %s with the batches %j reads: %s', async (role, batches, line) => {
  mockApi();
  const user = { ...mentor, role, batches };
  await renderWithRouter(<ProfileGroup user={user} account={own as never} />, '/account');
  expect(screen.getByText(line, { exact: false })).toBeTruthy();
  expect(screen.queryAllByText(/You have no batch yet/)).toHaveLength(
    role === 'mentor' && batches.length === 0 ? 1 : 0,
  );
});
