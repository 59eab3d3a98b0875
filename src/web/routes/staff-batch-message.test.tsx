import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { tasks } from '#contract/dates';
import type { StudentProgress } from '#contract/progress/calls';
import { mentor, staffBatch, student } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import { openDrafts, removeDrafts } from '../lib/forms/drafts.ts';
import * as messageScreen from './staff-batch-message.tsx';

const row = (name: string): StudentProgress => ({
  student: { s_id: `${name.toLowerCase()}@example.test`, s_name: name },
  project: null,
  seen_at: null,
  reason: null,
  stones: tasks.map((task) => ({ task, state: 'locked', late: false, marks: null })),
});
const page = (names: readonly string[], next: string | null = null) => ({
  batch: staffBatch({}),
  projects: [],
  students: names.map(row),
  next,
});

let api: MockApi;
beforeEach(async () => {
  await openDrafts(mentor.account);
  await removeDrafts();
  api = mockApi();
  api.reply('listBatchProgress', page(['Asha', 'Bina', 'Chitra']));
});

const open = (user = mentor) =>
  renderScreen(messageScreen, {
    path: '/staff/batches/:batch/message',
    at: '/staff/batches/MERN-2026-11/message?filter=unsubmitted-week-3&q=a',
    user,
  });
const send = (count: string) => screen.findByRole('button', { name: `Send to ${count}` });

it('is sent to exactly those of the filter, without who is unticked, over all pages', async () => {
  api.replyWith('listBatchProgress', ({ query }) =>
    query['after'] === undefined ? page(['Asha', 'Bina'], 'place') : page(['Chitra']),
  );
  api.reply('messageStudents', { sent: 1, skipped: ['chitra@example.test'] });
  await open();
  await userEvent.type(await screen.findByLabelText(/^Message/), ' Please submit.{Enter}Anjali ');
  expect(api.of('listBatchProgress').map(({ query }) => query)).toEqual([
    { q: 'a', sort: 'name', filter: 'unsubmitted-week-3', limit: '100' },
    { q: 'a', sort: 'name', filter: 'unsubmitted-week-3', limit: '100', after: 'place' },
  ]);
  await userEvent.click(screen.getByLabelText('Bina'));
  await userEvent.click(await send('2 students'));
  expect(await screen.findByText('Message sent to 1 student')).toBeTruthy();
  expect(screen.getByText(/^Not sent to chitra@example\.test/)).toBeTruthy();
  const [request] = api.of('messageStudents');
  expect([request?.params, request?.body]).toEqual([
    { batch: 'MERN-2026-11' },
    { text: 'Please submit.\nAnjali', students: ['asha@example.test', 'chitra@example.test'] },
  ]);
  expect(request?.headers.get('Idempotency-Key')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to the students' }).getAttribute('href')).toBe(
    '/staff/batches/MERN-2026-11?q=a&filter=unsubmitted-week-3',
  );
});

it('says what is missing, and keeps what was typed where it fails', async () => {
  api.refuse('messageStudents', 500, { message: 'Out of order.' });
  await open();
  await userEvent.type(await screen.findByLabelText(/^Message/), '  ');
  await userEvent.click(await send('3 students'));
  expect(await screen.findByText('The message is empty')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText(/^Message/));
  await userEvent.type(screen.getByLabelText(/^Message/), 'Hello');
  for (const name of ['Asha', 'Bina', 'Chitra']) await userEvent.click(screen.getByLabelText(name));
  await userEvent.click(await send('0 students'));
  expect(await screen.findByText('Select at least one student.')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Bina'));
  await userEvent.click(await send('1 student'));
  expect(await screen.findByText('Out of order.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Message/).value).toBe('Hello');
  expect(api.of('messageStudents')).toHaveLength(1);
});

it('is not offered where nobody matches any more, in another batch, or to students', async () => {
  api.reply('listBatchProgress', page([]));
  const first = await open();
  expect(await screen.findByRole('heading', { name: 'No students to message' })).toBeTruthy();
  first.unmount();
  api.refuse('listBatchProgress', 403, { code: 'forbidden' });
  const second = await open();
  expect(await screen.findByRole('heading', { name: 'This batch is not one of yours' })).toBeTruthy();
  second.unmount();
  const asked = api.of('listBatchProgress').length;
  await open(student);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'This page is for mentors' })).toBeTruthy());
  expect(api.of('listBatchProgress')).toHaveLength(asked);
});
