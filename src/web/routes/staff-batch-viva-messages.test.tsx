import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { VivaMessage, VivaMessages } from '#contract/vivas/message-calls';
import { mentor } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as messages from './staff-batch-viva-messages.tsx';

const office = { ...mentor, role: 'administrator' as const };
const message = (name: string, fields: Partial<VivaMessage> = {}): VivaMessage => ({
  student: { s_id: `${name.toLowerCase()}@example.test`, s_name: name },
  starts_at: '2026-12-03T04:30:00.000Z',
  room: 'Room 2',
  is_cancelled: false,
  told: 2,
  whatsapp: `https://wa.me/919876543210?text=${name}`,
  sent: null,
  ...fields,
});
const list = (of: VivaMessage[], fields: Partial<VivaMessages> = {}): VivaMessages => ({
  batch: 'OURS',
  students: of.length,
  sent: of.filter(({ sent }) => sent !== null).length,
  messages: of,
  ...fields,
});

let api: MockApi;
beforeEach(() => {
  api = mockApi();
});

async function open(current: VivaMessages, user: typeof mentor | typeof office = office) {
  cleanup();
  api.reply('listVivaMessages', current);
  const path = '/staff/batches/:batch/vivas/messages';
  await renderScreen(messages, { path, at: '/staff/batches/OURS/vivas/messages', user });
}

const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) }));
const sent = { by: 'Meera Iyer', at: '2026-11-30T05:00:00.000Z' };

it('a link that is used ticks its row, with the time that the message was about', async () => {
  await open(list([message('Asha'), message('Bina', { whatsapp: undefined as never })]));
  expect(await screen.findByText(/^Sent: 0 of 2 students\. /)).toBeTruthy();
  expect(rowOf('Bina').getByText('No phone')).toBeTruthy();
  const link = rowOf('Asha').getByRole('link', { name: 'WhatsApp to Asha' });
  expect(link.getAttribute('href')).toBe('https://wa.me/919876543210?text=Asha');
  link.addEventListener('click', (event) => event.preventDefault());
  api.reply('noteVivaMessage', list([message('Asha', { sent })]));
  api.reply('listVivaMessages', list([message('Bina'), message('Asha', { sent })]));
  await userEvent.click(link);
  await settle(() => expect(api.of('noteVivaMessage')).toHaveLength(1));
  expect(api.of('noteVivaMessage')[0]).toMatchObject({
    params: { batch: 'OURS', s_id: 'asha@example.test' },
    body: { told: 2, sent: true },
  });
  expect(await screen.findByText(/^By Meera Iyer,/)).toBeTruthy();
  expect(screen.getByText(/^Sent: 1 of 2 students\. /)).toBeTruthy();
});

it('a tick is undone by its button, and a link that was used ticks nothing', async () => {
  await open(list([message('Asha', { sent })]));
  const link = await screen.findByRole('link', { name: 'WhatsApp to Asha' });
  link.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(link);
  api.reply('noteVivaMessage', list([message('Asha')]));
  await userEvent.click(screen.getByRole('button', { name: 'Mark the message to Asha as not sent' }));
  await settle(() => expect(api.of('noteVivaMessage')).toHaveLength(1));
  expect(api.of('noteVivaMessage')[0]?.body).toEqual({ told: 2, sent: false });
});

it('says that the time has changed since', async () => {
  await open(list([message('Asha')]));
  const refusal = 'The student has been told another time since. Reload the page.';
  api.refuse('noteVivaMessage', 409, { message: refusal, code: 'conflict' });
  await userEvent.click(await screen.findByRole('button', { name: 'Mark the message to Asha as sent' }));
  expect(await screen.findByText(refusal)).toBeTruthy();
});

it('is for the office, and says where nobody has been told a time', async () => {
  await open(list([]));
  expect(await screen.findByText('Nobody to write to')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the plan' })).toBeTruthy();
  api = mockApi();
  await open(list([]), mentor);
  expect(await screen.findByText('This page is for the office')).toBeTruthy();
  expect(api.of('listVivaMessages')).toEqual([]);
});
