import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { AskedExtension } from '#contract/progress/schedule-calls';
import { mentor, staffBatch } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as requestsScreen from '../../routes/staff-batch-requests.tsx';

const offer = (day: number, state: 'picked' | 'lapsed', isFree: boolean) => ({
  id: String(day),
  starts_at: `2026-12-0${day}T05:20:00.000Z`,
  local: `2026-12-0${day}T10:50`,
  minutes: 20,
  room: 'Room 2',
  state,
  held_until: '2026-12-01T09:00:00.000Z',
  is_free: isFree,
});
const request: AskedExtension = {
  id: '5',
  student: { s_id: 'asha@example.test', s_name: 'Asha' },
  task: 'viva',
  until: '2026-12-03T18:29:59.999Z',
  until_day: '2026-12-03',
  due_at: '2026-12-10T18:29:59.999Z',
  reason: 'My train is late.',
  asked_at: '2026-11-30T09:00:00.000Z',
  answer: null,
  granted_until: null,
  words: null,
  answered_by: null,
  answered_at: null,
  viva: {
    local: '2026-12-03T10:00',
    room: 'Room 2',
    offers: [offer(3, 'lapsed', false), offer(4, 'picked', true)],
  },
};

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('listBatchProgress', { batch: staffBatch({}), projects: [], students: [], next: null });
  api.reply('listBatchAnnouncements', []);
  api.reply('listReports', { posts: [] });
  api.reply('listHiddenPosts', { posts: [] });
  api.reply('listExtensionRequests', [request]);
});

async function open(user: typeof mentor) {
  await renderScreen(requestsScreen, {
    path: '/staff/batches/:batch/requests',
    at: '/staff/batches/MERN-2026-11/requests',
    user,
  });
  await settle(() => screen.getByRole('region', { name: 'Extension requests' }));
  return within(screen.getByRole('region', { name: 'Extension requests' }));
}

it('the office sees the plan and the offers, and gives the chosen time in one click', async () => {
  const section = await open({ ...mentor, role: 'administrator' });
  expect(section.getByText('In the plan: 3 Dec 2026, 10:00 am, Room 2')).toBeTruthy();
  expect(section.getByText('3 Dec 2026, 10:50 am, Room 2: was offered, taken now')).toBeTruthy();
  expect(section.getByText('4 Dec 2026, 10:50 am, Room 2: chosen by the student')).toBeTruthy();
  api.reply('answerExtension', { ...request, answer: 'granted' });
  await userEvent.click(section.getByRole('button', { name: /^Give this time/ }));
  expect(await screen.findByText('The student has another time and is notified.')).toBeTruthy();
  expect(api.of('answerExtension')).toMatchObject([
    {
      params: { s_id: 'asha@example.test', request: '5' },
      body: { answer: 'granted', until: '2026-12-04T10:50' },
    },
  ]);
});

it('mentors can decline, and give no time', async () => {
  const section = await open(mentor);
  expect(section.queryByRole('button', { name: /^Give this time/ })).toBeNull();
  expect(section.getByText(/^Only the office can give another viva time/)).toBeTruthy();
  await userEvent.type(section.getByLabelText('Answer to the student'), 'Please come');
  api.reply('answerExtension', { ...request, answer: 'declined' });
  await userEvent.click(section.getByRole('button', { name: /^Decline/ }));
  await settle(() =>
    expect(api.of('answerExtension')[0]?.body).toEqual({ answer: 'declined', words: 'Please come' }),
  );
});
