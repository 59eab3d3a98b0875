import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { OwnVivaRequest } from '#contract/viva-requests/calls';
import { student, timelineOnDay } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import type { MockApi } from '#support/mock-api';
import { mockStudentPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as extension from '../../routes/extension.tsx';

const request: OwnVivaRequest['request'] = {
  id: '1',
  until: '2026-12-03T18:29:59.999Z',
  reason: 'My train is late.',
  asked_at: '2026-11-30T09:00:00.000Z',
  answer: null,
  granted_until: null,
  words: null,
  answered_by: null,
  answered_at: null,
};
const offer = (id: string, day: number, state: 'held' | 'picked' | 'refused' = 'held') => ({
  id,
  starts_at: `2026-12-0${day}T05:20:00.000Z`,
  local: `2026-12-0${day}T10:50`,
  minutes: 20,
  room: 'Room 2',
  state,
  held_until: '2026-12-01T09:00:00.000Z',
});
const told: OwnVivaRequest = {
  starts_at: '2026-12-03T04:30:00.000Z',
  ask_until: '2026-12-01T04:30:00.000Z',
  is_late: false,
  request: null,
  offers: [],
};

let api: MockApi;
beforeEach(async () => {
  api = await mockStudentPortal();
});

async function visit(own: Partial<OwnVivaRequest>) {
  api.reply('readTimeline', timelineOnDay(30, {}));
  api.reply('readVivaRequest', { ...told, ...own });
  await renderScreen(extension, { path: '/extension', at: '/extension?task=viva', user: student });
  await settle(() => screen.getByRole('heading', { name: 'Another time for your viva' }));
}

it('asks from which day the student can come, through the same request as an extension', async () => {
  await visit({});
  expect(screen.getByLabelText('From which day can you come?')).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^Why do you need it/), 'My train is late.');
  expect(screen.getByRole('button', { name: 'Send request' })).toBeTruthy();
});

it('shows the held times, and sends the chosen one', async () => {
  await visit({ request, offers: [offer('7', 3), offer('8', 4)] });
  expect(screen.getByText(/Choose one\. They are held for you until/)).toBeTruthy();
  api.reply('pickVivaOffer', { ...told, request, offers: [] });
  const [, second] = screen.getAllByRole('button', { name: 'Choose this time' });
  await userEvent.click(second ?? document.body);
  await settle(() => expect(api.of('pickVivaOffer')[0]?.body).toEqual({ offer: '8' }));
});

it('refuses both, or keeps the own time', async () => {
  await visit({ request, offers: [offer('7', 3), offer('8', 4)] });
  api.reply('pickVivaOffer', { ...told, request, offers: [] });
  await userEvent.click(screen.getByRole('button', { name: 'None of these' }));
  await settle(() => expect(api.of('pickVivaOffer')[0]?.body).toEqual({ offer: null }));
  api.reply('withdrawVivaRequest', told);
  await userEvent.click(screen.getByRole('button', { name: 'Keep my time' }));
  await settle(() => expect(api.of('withdrawVivaRequest')).toHaveLength(1));
});

it('says that the chosen time waits for the office', async () => {
  await visit({ request, offers: [offer('7', 3, 'refused'), offer('8', 4, 'picked')] });
  expect(screen.getByText('You chose this time. The office decides.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose this time' })).toBeNull();
});

it('shows what holds now where another tab has chosen or withdrawn meanwhile', async () => {
  await visit({ request, offers: [offer('7', 3), offer('8', 4)] });
  const words = 'This time is no longer held for you.';
  api.refuse('pickVivaOffer', 409, { message: words, code: 'conflict' });
  api.reply('readVivaRequest', { ...told, request, offers: [offer('7', 3, 'picked')] });
  const [, second] = screen.getAllByRole('button', { name: 'Choose this time' });
  await userEvent.click(second ?? document.body);
  await settle(() => screen.getByText('You chose this time. The office decides.'));
  expect(screen.queryByRole('button', { name: 'Choose this time' })).toBeNull();
});

it('asks to choose only what can be chosen', async () => {
  await visit({ request, offers: [offer('7', 3, 'refused'), offer('8', 4)] });
  expect(screen.getByText(/^Choose it, if it suits you/)).toBeTruthy();
  cleanup();
  await visit({ request, offers: [offer('7', 3), offer('8', 4)], is_late: true });
  expect(screen.queryByText(/held for you/)).toBeNull();
  expect(screen.getByText(/Please call the office/)).toBeTruthy();
});

it('says until when the time could be changed, and offers no form after that', async () => {
  await visit({ is_late: true });
  expect(screen.getByText(/Please call the office/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull();
});
