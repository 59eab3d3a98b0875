import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { timelineOnDay } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { accountWithStorage, aHandIn, anAct } from '#support/outbox-fixtures';
import { renderWithRouter } from '#support/render-screen';
import { openActStore } from '../../lib/outbox/act-store.ts';
import { openOutbox } from '../../lib/outbox/outbox.ts';
import { clockOffset } from '../../lib/server-clock.ts';
import { NextStepOfProject } from './next-step-of-project.tsx';

let account: string;
let api: MockApi;
beforeEach(() => {
  vi.stubEnv('DEV', false);
  account = accountWithStorage();
  api = mockApi();
  api.keepWaiting('answerQuestion');
});

async function openWith(given: ReturnType<typeof aHandIn>) {
  const timeline = timelineOnDay(16);
  await openActStore(account).add({ ...given, account });
  const snapshot = { timeline, offset: clockOffset(timeline.now, null) };
  await renderWithRouter(<NextStepOfProject snapshot={snapshot} />);
  await act(() => openOutbox(account));
}
const step = () => screen.getByRole('region', { name: 'Next step' });

it('a hand-in that waits on this device comes before every other step', async () => {
  api.cutOff('uploadWeek');
  await openWith(aHandIn());
  await vi.waitFor(() => expect(step().textContent).toContain('Your week 2 hand-in waits on this device.'));
  expect(screen.getByRole('link', { name: 'See how far it is' }).getAttribute('href')).toBe(
    '/WeeklySubmission?week=2',
  );
});

it('so does one that was refused', async () => {
  await openWith(aHandIn({ state: 'refused', failure: null }));
  await vi.waitFor(() => expect(step().textContent).toContain('Your week 2 hand-in was refused.'));
});

it.each([
  ['what has gone', aHandIn({ state: 'done' })],
  ['a comment', { ...anAct(), file: null }],
])('%s leaves the step as it is', async (_, given) => {
  await openWith(given);
  expect(step().textContent).toContain('is open for your work.');
});
