import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { Announcement, SentAnnouncement } from '#contract/notices/announcement-calls';
import { mentor, student } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { dateIn, localTimeIn } from '../../lib/date-in.ts';
import {
  UnreadAnnouncements,
  PinnedAnnouncements,
  readPinned,
  readPinnedInForum,
} from './pinned-announcements.tsx';
import { clientAction } from '../../routes/staff-batch-announcements.tsx';
import { ScreenMessage } from '../frame/screen-message.tsx';
import { SentAnnouncements } from './sent-announcements.tsx';

const common = {
  text: 'The viva is on Friday.',
  author: 'Anjali Menon',
  created_at: '2026-11-21T09:00:00.000Z',
  pinned_until: '2026-11-30T18:29:59.999Z',
};
const pinned: Announcement = { ...common, id: '1', is_seen: false };
const sent: SentAnnouncement = { ...common, id: '1', seen_by: 3, told: 12 };

it('what is pinned is one line each, with its day below, and is seen once it is opened', async () => {
  const api = mockApi();
  api.reply('seeAnnouncement', { unread: 0 });
  const announcements = [pinned, { ...pinned, id: '2', is_seen: true }];
  await renderWithRouter(<PinnedAnnouncements user={student} announcements={announcements} />);
  const region = screen.getByRole('region', { name: 'Announcements' });
  expect(region.textContent).toMatch(/^Anjali Menon: The viva is on Friday\./);
  expect(region.textContent).toMatch(/Pinned until/);
  expect(api.of('seeAnnouncement')).toEqual([]);
  for (const line of screen.getAllByText('Anjali Menon')) await userEvent.click(line);
  await waitFor(() => expect(api.of('seeAnnouncement').map(({ params }) => params['id'])).toEqual(['1']));
});

it('nothing is asked where nothing can be pinned', async () => {
  const api = mockApi();
  api.reply('listAnnouncements', [pinned]);
  const { call } = await import('../../lib/calls/client.ts');
  const announced = { ...student, announced: true };
  expect(await readPinned(call, student)).toEqual([]);
  expect(await readPinned(call, { ...announced, confirmation: 'needed' })).toEqual([]);
  expect(await readPinned(call, { ...announced, role: 'mentor' })).toEqual([]);
  expect(api.of('listAnnouncements')).toEqual([]);
  expect(await readPinned(call, announced)).toEqual([pinned]);
});

it('staff see in the forum what their students see, in batches of theirs, and nothing counts them', async () => {
  const api = mockApi();
  api.reply('listBatchAnnouncements', [sent]);
  const { call } = await import('../../lib/calls/client.ts');
  const [own = ''] = mentor.batches;
  expect(await readPinnedInForum(call, mentor, 'ANOTHER')).toEqual([]);
  expect(api.requests).toEqual([]);
  expect(await readPinnedInForum(call, mentor, own.toLowerCase())).toEqual([{ ...pinned, is_seen: true }]);
  expect(api.of('listBatchAnnouncements').map(({ params }) => params)).toEqual([{ batch: own }]);
});

it('a mentor sees who has seen it, takes it back, and writes the next one until a day', async () => {
  const api = mockApi();
  api.reply('withdrawAnnouncement', undefined);
  api.reply('announceToBatches', undefined);
  await renderWithRouter(
    <>
      <SentAnnouncements
        batch="OURS"
        user={{ ...mentor, batches: ['OURS', 'THEIRS'] }}
        announcements={[sent]}
        planned={[]}
      />
      <ScreenMessage />
    </>,
    '/staff/batches/OURS/announcements',
    (args) => clientAction({ ...args, params: { batch: 'OURS' } }),
  );
  expect(screen.getByText(/Seen by 3 of 12\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw: The viva is on Friday.' }));
  expect(api.of('withdrawAnnouncement').map(({ params }) => params)).toEqual([{ batch: 'OURS', id: '1' }]);
  expect(await screen.findByText('The announcement is withdrawn.')).toBeTruthy();

  await userEvent.click(screen.getByText('Announce something to this batch'));
  await userEvent.click(screen.getByRole('button', { name: 'Announce it' }));
  expect(await screen.findByText('The announcement is empty')).toBeTruthy();
  const [box] = screen.getAllByLabelText('Announcement');
  await userEvent.type(box as HTMLElement, '  Bring your laptop. ');
  await userEvent.click(screen.getByLabelText('THEIRS'));
  await userEvent.click(screen.getByRole('button', { name: 'Announce it' }));
  await waitFor(() => expect(api.of('announceToBatches')).toHaveLength(1));
  const until = dateIn('UTC', Date.now() + 7 * 86_400_000);
  const [request] = api.of('announceToBatches');
  expect(request?.body).toEqual({ batches: ['OURS', 'THEIRS'], text: 'Bring your laptop.', until });
  expect(request?.headers.get('Idempotency-Key')).toBeTruthy();
});

it('to one batch it is its own call; what several refuse is shown, and is sent again as it was', async () => {
  const api = mockApi();
  api.reply('publishAnnouncement', sent, 201);
  api.refuse('announceToBatches', 403, { message: 'കേരളം: You do not have access to this.' });
  await renderWithRouter(
    <SentAnnouncements
      batch="MINE"
      user={{ ...mentor, batches: ['MINE', 'കേരളം'] }}
      announcements={[]}
      planned={[]}
    />,
    '/staff/batches/MINE/announcements',
    (args) => clientAction({ ...args, params: { batch: 'MINE' } }),
  );
  const box = () => screen.getByLabelText<HTMLTextAreaElement>('Announcement');
  const further = () => screen.getByLabelText<HTMLInputElement>('കേരളം');
  const announce = () => userEvent.click(screen.getByRole('button', { name: 'Announce it' }));
  await userEvent.type(box(), 'Bring your laptop.');
  fireEvent.change(screen.getByLabelText('Publish at'), { target: { value: '2026-11-28T09:00' } });
  await userEvent.click(further());
  await announce();
  expect((await screen.findByRole('alert')).textContent).toContain('കേരളം: You do not have access to this.');
  expect([box().value, further().checked]).toEqual(['Bring your laptop.', true]);
  expect(api.of('announceToBatches')[0]?.body).toMatchObject({
    batches: ['MINE', 'കേരളം'],
    publish_at: '2026-11-28T09:00',
  });
  await userEvent.click(further());
  fireEvent.change(screen.getByLabelText('Publish at'), { target: { value: '' } });
  await announce();
  await waitFor(() => expect(api.of('publishAnnouncement')).toMatchObject([{ params: { batch: 'MINE' } }]));
  await waitFor(() => expect(box().value).toBe(''));
});

it('is planned for a time, also in other batches, and cancelled until then', async () => {
  const api = mockApi();
  const { id, text, author, pinned_until } = sent;
  const planned = { id, text, author, pinned_until, publish_at: '2026-11-28T03:30:00.000Z' };
  const saved = Promise.withResolvers<typeof planned>();
  api.replyWith('planAnnouncement', () => saved.promise, 201);
  api.reply('cancelAnnouncement', undefined);
  await renderWithRouter(
    <SentAnnouncements batch="OURS" user={mentor} announcements={[]} planned={[planned]} />,
    '/staff/batches/OURS/announcements',
    (args) => clientAction({ ...args, params: { batch: 'OURS' } }),
  );
  const next = within(screen.getByText('Announce something to this batch').closest('details') as HTMLElement);
  await userEvent.type(next.getByLabelText('Announcement'), 'Bring your laptop.');
  fireEvent.change(next.getByLabelText('Date of the event'), { target: { value: '2026-12-05' } });
  fireEvent.change(next.getByLabelText('Publish at'), { target: { value: '2026-11-28T09:00' } });
  await userEvent.click(screen.getByRole('button', { name: 'Announce it' }));
  await waitFor(() => expect(api.of('planAnnouncement')).toHaveLength(1));
  const box = next.getByLabelText<HTMLTextAreaElement>('Announcement');
  await waitFor(() => expect(box.readOnly, 'while it is saved').toBe(true));
  for (const label of ['Pinned until the end of', 'Date of the event', 'Publish at'])
    expect(next.getByLabelText<HTMLInputElement>(label).readOnly, label).toBe(true);
  saved.resolve(planned);
  const publishAt = () => screen.getAllByLabelText<HTMLInputElement>('Publish at')[0]?.value;
  await waitFor(() => expect(publishAt(), 'the next one is not planned unless that is chosen').toBe(''));
  expect(api.of('planAnnouncement')[0]?.body).toMatchObject({
    text: 'Bring your laptop.',
    day: '2026-12-05',
    publish_at: '2026-11-28T09:00',
  });
  await userEvent.click(screen.getByRole('button', { name: `Cancel: ${text}` }));
  await waitFor(() => expect(api.of('cancelAnnouncement')).toMatchObject([{ params: { id } }]));
});

it('names its day, which a student saves to a calendar', async () => {
  const dated = { ...pinned, day: '2026-12-05' };
  await renderWithRouter(<PinnedAnnouncements user={student} announcements={[dated]} />);
  expect(screen.getByText('5 Dec 2026').getAttribute('datetime')).toBe('2026-12-05');
  const address = screen.getByText('Save to calendar').getAttribute('href');
  expect(address).toBe(
    `/api/students/calendarEvent/${encodeURIComponent(student.account)}?announcement=${pinned.id}`,
  );
});

it('a day is that of its zone', () => {
  const instant = Date.parse('2026-11-21T19:00:00.000Z');
  expect([dateIn('UTC', instant), dateIn('Asia/Kolkata', instant)]).toEqual(['2026-11-21', '2026-11-22']);
  expect(localTimeIn('Asia/Kolkata', instant)).toBe('2026-11-22T00:30');
});

it('where there is work to do it is one line, and seen once it is opened', async () => {
  const api = mockApi();
  api.reply('seeAnnouncement', { unread: 0 });
  function Dashboard() {
    const [isSeen, setSeen] = useState(false);
    return (
      <>
        <UnreadAnnouncements user={student} announcements={[{ ...pinned, is_seen: isSeen }]} />
        <button onClick={() => setSeen(true)}>Load again</button>
      </>
    );
  }
  await renderWithRouter(<Dashboard />);
  const line = () => screen.getByText(': The viva is on Friday.').closest('summary')!;
  expect(line().textContent).toBe('Anjali Menon: The viva is on Friday.');
  expect(api.of('seeAnnouncement')).toEqual([]);
  await userEvent.click(line());
  await waitFor(() => expect(api.of('seeAnnouncement').map(({ params }) => params['id'])).toEqual(['1']));
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
  expect(line(), 'what is read does not vanish').toBeTruthy();
});

it('a dismissed line is seen and gone; one that was seen before does not come back', async () => {
  const api = mockApi();
  api.reply('seeAnnouncement', { unread: 0 });
  const announcements = [pinned, { ...pinned, id: '2', is_seen: true }];
  await renderWithRouter(<UnreadAnnouncements user={student} announcements={announcements} />);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss the announcement from Anjali Menon' }));
  expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull();
  expect(api.of('seeAnnouncement').map(({ params }) => params['id'])).toEqual(['1']);
});
