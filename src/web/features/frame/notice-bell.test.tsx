import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { student } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderScreen, renderWithRouter } from '#support/render-screen';
import { rememberSession } from '../../lib/session/session.ts';
import { readNotices } from '../../lib/unread-notices.ts';
import { NoticeBell } from './signed-in-bar.tsx';

const reader = (account: string, unread_notices: number) => ({ ...student, account, unread_notices });

// The count is fresh, however long files before this one have taken.
beforeEach(() => rememberSession(null));

it('says how many notices are new, in its name and its badge', async () => {
  mockApi();
  await renderWithRouter(<NoticeBell user={reader('one@example.test', 3)} />);
  const bell = screen.getByRole('link', { name: '3 new notices' });
  expect(bell.getAttribute('href')).toBe('/notices');
  expect(bell.textContent).toBe('3');
});

it('has no badge where nothing is new, and one for what its page has no room for', async () => {
  mockApi();
  const none = await renderWithRouter(<NoticeBell user={reader('none@example.test', 0)} />);
  expect(screen.getByRole('link', { name: 'Notices' }).textContent).toBe('');
  none.unmount();
  await renderWithRouter(<NoticeBell user={reader('many@example.test', 120)} />);
  expect(screen.getByRole('link', { name: '120 new notices' }).textContent).toBe('99+');
});

it('follows what is read on its page', async () => {
  const api = mockApi();
  api.reply('readNotices', { unread: 1 });
  const user = reader('reads@example.test', 2);
  await renderWithRouter(<NoticeBell user={user} />);
  await act(() => readNotices(user, { about: 'task:week-1' }));
  expect(screen.getByRole('link', { name: '1 new notice' })).toBeTruthy();
});

it('asks again when somebody comes back after half a minute, and not by itself', async () => {
  const api = mockApi();
  const user = reader('back@example.test', 0);
  api.reply('readSession', { student: { ...user, unread_notices: 4 } });
  vi.useFakeTimers({ toFake: ['Date'] });
  rememberSession(user);
  onTestFinished(() => rememberSession(null));
  await renderWithRouter(<NoticeBell user={user} />);
  const comeBack = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await comeBack();
  vi.setSystemTime(Date.now() + 60_000);
  expect(api.of('readSession')).toEqual([]);
  await comeBack();
  expect(api.of('readSession')).toHaveLength(1);
  expect(await screen.findByRole('link', { name: '4 new notices' })).toBeTruthy();
});

it('a screen that somebody comes back to is loaded again if more is new, and else stays', async () => {
  const api = mockApi();
  const user = reader('screen@example.test', 0);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => rememberSession(null));
  const clientLoader = vi.fn(() => null);
  await renderScreen({ default: () => <p>Shown</p>, clientLoader }, { path: '/notices', user });
  const comeBack = async (unread_notices: number) => {
    api.reply('readSession', { student: { ...user, unread_notices } });
    vi.setSystemTime(Date.now() + 60_000);
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  };
  await comeBack(0);
  expect(clientLoader).toHaveBeenCalledTimes(1);
  await comeBack(1);
  expect(await screen.findByRole('link', { name: '1 new notice' })).toBeTruthy();
  await vi.waitFor(() => expect(clientLoader).toHaveBeenCalledTimes(2));
});
