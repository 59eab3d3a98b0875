import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { NoticeItem } from '#contract/notices/calls';
import { student } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { NoticeList } from './notice-list.tsx';
import { readNews, SinceYouWereHere } from './since-you-were-here.tsx';

const noticeOf = (id: string, is_read: boolean): NoticeItem => ({
  id,
  kind: 'mark-released',
  text: `Your mark for Week ${id} is there`,
  href: '/ProjectDashboard1?tab=grades#tabs',
  created_at: '2026-11-21T09:00:00.000Z',
  is_read,
});

it('leads to what a notice tells of, says which are new, and following one reads it', async () => {
  const api = mockApi();
  api.reply('readNotices', { unread: 0 });
  const user = { ...student, account: 'list@example.test', unread_notices: 1 };
  await renderWithRouter(<NoticeList user={user} notices={[noticeOf('2', false), noticeOf('1', true)]} />);
  const [fresh, old] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(within(fresh).getByText('New')).toBeTruthy();
  expect(within(old).queryByText('New')).toBeNull();
  const link = within(fresh).getByRole('link', { name: 'Your mark for Week 2 is there' });
  expect(link.getAttribute('href')).toBe('/ProjectDashboard1?tab=grades#tabs');
  await userEvent.click(link);
  expect(api.of('readNotices').map(({ body }) => body)).toEqual([{ id: '2' }]);
});

it('a dashboard tells of the newest that are not read, and asks for nothing where nothing is new', async () => {
  const api = mockApi();
  const announced = { ...noticeOf('3', false), kind: 'announcement' as const };
  const notices = [announced, noticeOf('2', false), noticeOf('1', false)];
  api.reply('listNotices', { unread: 5, notices });
  const { call } = await import('../../lib/calls/client.ts');
  const user = { ...student, account: 'since@example.test', unread_notices: 5 };
  expect(await readNews(call, { ...user, account: 'calm@example.test', unread_notices: 0 })).toEqual([]);
  expect(api.of('listNotices')).toEqual([]);
  const news = await readNews(call, user);
  expect(api.of('listNotices').map(({ query }) => query)).toEqual([{ unread: 'true', limit: '10' }]);
  await renderWithRouter(<SinceYouWereHere user={user} news={news} />);
  expect(screen.getByRole('heading', { name: 'New since your last visit' })).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'All notices, 3 more new' })).toBeTruthy();
});

it('what cannot be read is left out of a dashboard', async () => {
  const api = mockApi();
  api.cutOff('listNotices');
  const { call } = await import('../../lib/calls/client.ts');
  const user = { ...student, account: 'away@example.test', unread_notices: 5 };
  expect(await readNews(call, user)).toEqual([]);
});
