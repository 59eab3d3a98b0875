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
import { clientAction } from '../../routes/staff-batch.tsx';
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
  api.reply('publishAnnouncement', sent, 201);
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
    '/staff/batches/OURS',
    (args) => clientAction({ ...args, params: { batch: 'OURS' } }),
  );
  expect(screen.getByText(/Seen by 3 of 12\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw: The viva is on Friday.' }));
  expect(api.of('withdrawAnnouncement').map(({ params }) => params)).toEqual([{ batch: 'OURS', id: '1' }]);
  expect(await screen.findByText('The announcement is withdrawn.')).toBeTruthy();

  await userEvent.click(screen.getByText('Announce something to this batch'));
  await userEvent.click(screen.getByRole('button', { name: 'Announce it' }));
  expect(await screen.findByText('The announcement is empty')).toBeTruthy();
  const [, box] = screen.getAllByLabelText('Announcement');
  await userEvent.type(box as HTMLElement, '  Bring your laptop. ');
  await userEvent.click(screen.getByLabelText('THEIRS'));
  await userEvent.click(screen.getByRole('button', { name: 'Announce it' }));
  await waitFor(() => expect(api.of('publishAnnouncement')).toHaveLength(2));
  const requests = api.of('publishAnnouncement');
  const body = { text: 'Bring your laptop.', until: dateIn('UTC', Date.now() + 7 * 86_400_000) };
  expect(requests.map((request) => [request.params, request.body])).toEqual([
    [{ batch: 'OURS' }, body],
    [{ batch: 'THEIRS' }, body],
  ]);
  const [first, second] = requests.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(`${first} 1`);
});

it('says where it is announced already when a further batch refuses it', async () => {
  const api = mockApi();
  const published = () => {
    api.refuse('publishAnnouncement', 409, { message: 'This batch is archived' });
    return sent;
  };
  api.replyWith('publishAnnouncement', published, 201);
  await renderWithRouter(
    <SentAnnouncements
      batch="MINE"
      user={{ ...mentor, batches: ['MINE', 'കേരളം'] }}
      announcements={[]}
      planned={[]}
    />,
    '/staff/batches/MINE',
    (args) => clientAction({ ...args, params: { batch: 'MINE' } }),
  );
  await userEvent.type(screen.getByLabelText('Announcement'), 'Bring your laptop.');
  await userEvent.click(screen.getByLabelText('കേരളം'));
  await userEvent.click(screen.getByRole('button', { name: 'Announce it' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'കേരളം: This batch is archived. Already done for MINE: send the same text again to continue.',
  );
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
    '/staff/batches/OURS',
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
  saved.resolve(planned);
  const publishAt = () => screen.getAllByLabelText<HTMLInputElement>('Publish at').at(-1)?.value;
  await waitFor(() => expect(publishAt(), 'the next one is not planned unless that is chosen').toBe(''));
  expect(api.of('planAnnouncement')[0]?.body).toMatchObject({
    text: 'Bring your laptop.',
    day: '2026-12-05',
    publish_at: '2026-11-28T09:00',
  });
  await userEvent.click(screen.getByRole('button', { name: `Cancel: ${text}` }));
  await waitFor(() => expect(api.of('cancelAnnouncement')).toMatchObject([{ params: { id } }]));
});

it('is edited where it was sent; what somebody else has changed meanwhile is not overwritten', async () => {
  const api = mockApi();
  await renderWithRouter(
    <SentAnnouncements batch="OURS" user={mentor} announcements={[{ ...sent, edited: true }]} planned={[]} />,
    '/staff/batches/OURS',
    (args) => clientAction({ ...args, params: { batch: 'OURS' } }),
  );
  expect(screen.getByText(', edited')).toBeTruthy();
  const box = () => screen.getAllByLabelText<HTMLTextAreaElement>('Announcement')[0] as HTMLTextAreaElement;
  expect(box().value).toBe(sent.text);
  await userEvent.clear(box());
  await userEvent.type(box(), 'The viva is on Monday.');
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save the announcement' }));
  api.refuse('editAnnouncement', 409, { message: 'Somebody else has edited it.', code: 'conflict' });
  await save();
  expect(await screen.findByText('Somebody else has edited it.')).toBeTruthy();
  expect(box().value).toBe('The viva is on Monday.');
  api.reply('editAnnouncement', sent);
  await save();
  await waitFor(() => expect(api.of('editAnnouncement')).toHaveLength(2));
  expect(api.of('editAnnouncement')[1]).toMatchObject({
    params: { batch: 'OURS', id: '1' },
    body: { text: 'The viva is on Monday.', original: sent.text, day: null },
  });
});

it('a planned one is edited beside a published one of the same number', async () => {
  const api = mockApi();
  api.reply('editPlannedAnnouncement', undefined);
  const { seen_by: _seen, told: _told, created_at: _at, ...words } = sent;
  const planned = { ...words, text: 'The lecure is on Monday.', publish_at: '2026-11-28T03:30:00.000Z' };
  await renderWithRouter(
    <>
      <SentAnnouncements batch="OURS" user={mentor} announcements={[sent]} planned={[planned]} />
      <ScreenMessage />
    </>,
    '/staff/batches/OURS',
    (args) => clientAction({ ...args, params: { batch: 'OURS' } }),
  );
  const card = within(screen.getByRole('list', { name: 'Planned' }));
  const box = () => card.getByLabelText<HTMLTextAreaElement>('Announcement');
  expect(box().value).toBe(planned.text);
  expect(card.getByText('It is published at the planned time.')).toBeTruthy();
  const time = () => card.getByLabelText<HTMLInputElement>('Publish at');
  expect(time().value).toBe('2026-11-28T03:30');
  await userEvent.clear(box());
  await userEvent.type(box(), 'The lecture is on Monday.');
  await userEvent.click(card.getByRole('button', { name: 'Save the announcement' }));
  expect(await screen.findByText('The planned announcement is saved.')).toBeTruthy();
  expect(box().value).toBe(planned.text);
  fireEvent.change(time(), { target: { value: '2026-11-28T18:00' } });
  await userEvent.click(card.getByRole('button', { name: 'Save the announcement' }));
  await waitFor(() => expect(api.of('editPlannedAnnouncement')).toHaveLength(2));
  const body = { original: planned.text, until: '2026-11-30', day: null };
  const [first, second] = api.of('editPlannedAnnouncement');
  expect(first, 'others may have changed the time').toMatchObject({ params: { batch: 'OURS', id: '1' } });
  expect(first?.body).toEqual({ ...body, text: 'The lecture is on Monday.' });
  expect(second?.body).toMatchObject({ ...body, publish_at: '2026-11-28T18:00' });
  expect(api.of('editAnnouncement')).toEqual([]);
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
