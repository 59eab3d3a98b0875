import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { receipt, timelineOnDay } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { accountWithStorage, aSubmission, aRequest } from '#support/outbox-fixtures';
import { renderWithRouter } from '#support/render-screen';
import { openRequestStore } from '../../lib/outbox/request-store.ts';
import { openOutbox } from '../../lib/outbox/outbox.ts';
import { clockOffset } from '../../lib/page/server-clock.ts';
import { NextStepOfProject } from './next-step-of-project.tsx';

let account: string;
let api: MockApi;
beforeEach(() => {
  vi.stubEnv('DEV', false);
  account = accountWithStorage();
  api = mockApi();
  api.keepWaiting('answerQuestion');
});

async function openWith(given: ReturnType<typeof aSubmission>) {
  const timeline = timelineOnDay(16);
  await openRequestStore(account).add({ ...given, account });
  const snapshot = { timeline, offset: clockOffset(timeline.now, null) };
  await renderWithRouter(<NextStepOfProject snapshot={snapshot} />);
  await act(() => openOutbox(account));
}
const step = () => screen.getByRole('region', { name: 'Next step' });

it('a submission that waits on this device comes before every other step', async () => {
  api.cutOff('uploadWeek');
  await openWith(aSubmission());
  await eventually(() =>
    expect(step().textContent).toContain('Your week 2 submission is saved on this device'),
  );
  expect(screen.getByRole('link', { name: 'See status' }).getAttribute('href')).toBe(
    '/WeeklySubmission?week=2',
  );
});

it('so does one that was refused', async () => {
  await openWith(aSubmission({ state: 'refused', failure: null }));
  await eventually(() => expect(step().textContent).toContain('Your week 2 submission was refused.'));
});

it.each([
  ['what has gone', aSubmission({ state: 'done' })],
  ['a comment', { ...aRequest(), file: null }],
])('%s leaves the step as it is', async (_, given) => {
  await openWith(given);
  expect(step().textContent).toContain('is open. Submit your work.');
});

const submitted = { message: 'Congrats!!!', receipt: receipt({ task: 'week-1' }) };

it.each([
  ['sent while the page is open', () => api.reply('uploadWeek', submitted, 201), {}],
  ['sent before, by another page or the worker', () => {}, { state: 'done', answer: submitted } as const],
])('a submission that was %s is no longer asked for', async (_, prepare, given) => {
  prepare();
  await openWith(aSubmission({ subject: 'hand-in week-1', ...given }));
  await act(() =>
    eventually(() => expect(step().textContent).toContain('Week 2 is open. Submit your work.')),
  );
});

it('another account’s receipts are forgotten', async () => {
  await openWith(aSubmission({ state: 'done', answer: submitted }));
  await act(() => openOutbox('ravi@example.test'));
  expect(step().textContent).toContain('Week 1 is open. Submit your work.');
});
