import { act, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { mentor, student } from '#support/contract-fixtures';
import { eventually } from '#support/eventually';
import { mockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { rememberSession } from '../../lib/session/session.ts';
import {
  askUnreadSoon,
  noteUnread,
  UnreadOfPage,
  versionOfUnread,
  watchRead,
} from '../../lib/unread-questions.ts';
import { ForumBadge } from './forum-badge.tsx';

const reader = { ...student, account: 'reads@example.test' };
const s_id = reader.account;

beforeEach(() => {
  rememberSession(null);
  rememberSession(reader);
});

const render = (user = reader as typeof student) =>
  renderWithRouter(
    <p>
      Forum
      <ForumBadge user={user} />
    </p>,
  );
const says = () => screen.getByText(/^Forum/).textContent;

it.each([
  [0, 'Forum'],
  [3, 'Forum 3 unread'],
  [100, 'Forum 99+ unread'],
])('of %i it says “%s”', async (unread, text) => {
  const api = mockApi();
  api.reply('countUnread', { unread, version: 1 });
  await render();
  await eventually(() => expect(api.of('countUnread').map(({ params }) => params)).toEqual([{ s_id }]));
  await eventually(() => expect(says()).toBe(text));
});

it('asks for nobody who has no forum yet, and for staff by the batch’s name', async () => {
  const api = mockApi();
  await render({ ...reader, batch: null });
  await render({ ...reader, confirmation: 'needed' });
  expect(api.of('countUnread')).toEqual([]);
  await render({ ...mentor, batches: ['OURS', 'THEIRS'] });
  await eventually(() =>
    expect(api.of('countUnread').map(({ params }) => params)).toEqual([{ s_id: 'OURS' }]),
  );
});

it('two pages of a browser agree, and hear of what was read', async () => {
  const api = mockApi();
  api.reply('countUnread', { unread: 2, version: 1 });
  await render();
  await eventually(() => expect(says()).toBe('Forum 2 unread'));
  const other = new BroadcastChannel('capstone unread');
  const read: unknown[] = [];
  const heard: unknown[] = [];
  other.addEventListener('message', ({ data }: MessageEvent) => void heard.push(data));
  const end = watchRead((...of) => read.push(of));
  onTestFinished(() => {
    other.close();
    end();
  });
  const counted = { unread: 1, version: 2 };
  other.postMessage({
    account: 'somebody@example.test',
    s_id,
    counted: { unread: 9, version: 2 },
    read: null,
  });
  other.postMessage({ account: s_id, s_id, counted, read: { id: '5', newest: '7' } });
  await act(() => eventually(() => expect(read).toEqual([[s_id, { id: '5', newest: '7' }]])));
  expect(says()).toBe('Forum 1 unread');
  act(() => noteUnread(s_id, { unread: 0, version: 2 }, { id: '6', newest: null }));
  expect(says()).toBe('Forum');
  await eventually(() => expect(heard).toMatchObject([{ account: s_id, s_id, read: { id: '6' } }]));
});

it('asks once for a burst of news, and not where another page has heard of it meanwhile', async () => {
  const api = mockApi();
  await render();
  await eventually(() => expect(api.of('countUnread')).toHaveLength(1));
  vi.useFakeTimers();
  api.reply('countUnread', { unread: 4, version: 5 });
  for (let news = 0; news < 5; news += 1) askUnreadSoon(s_id);
  await act(() => vi.advanceTimersByTimeAsync(2_600));
  expect(api.of('countUnread')).toHaveLength(2);
  expect(says()).toBe('Forum 4 unread');
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  askUnreadSoon(s_id);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  act(() => noteUnread(s_id, { unread: 5, version: 6 }));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(api.of('countUnread')).toHaveLength(2);
  expect(says()).toBe('Forum 5 unread');
  vi.useRealTimers();
});

it('what came with the page is shown at once and not asked for', async () => {
  const api = mockApi();
  const html = renderToString(
    <MemoryRouter>
      <UnreadOfPage value={{ s_id, counted: { unread: 4, version: 7 } }}>
        <ForumBadge user={reader} />
      </UnreadOfPage>
    </MemoryRouter>,
  );
  expect(html).toContain('<span>4</span><span class="visually-hidden"> unread');
  await renderWithRouter(
    <UnreadOfPage value={{ s_id, counted: { unread: 4, version: 7 } }}>
      <p>
        Forum
        <ForumBadge user={reader} />
      </p>
    </UnreadOfPage>,
  );
  expect(says()).toBe('Forum 4 unread');
  expect(versionOfUnread(s_id)).toBe(7);
  act(() => noteUnread(s_id, { unread: 0, version: 8 }));
  expect(says()).toBe('Forum');
  expect(api.of('countUnread')).toEqual([]);
});
