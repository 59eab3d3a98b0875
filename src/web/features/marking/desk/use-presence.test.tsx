import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { advanceClock, freezeClock } from '#support/fake-clock';
import type { MockApi } from '#support/mock-api';
import { mockMentorPortal } from '#support/portal-answers';
import { renderWithRouter } from '#support/render-screen';
import { OpenElsewhere } from './open-elsewhere.tsx';

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
  freezeClock('2026-11-21T09:00:00.000Z');
});
const called = () => api.requests.map(({ name }) => name);

it('says who else has it open, and that it is open here while somebody acts; leaving closes it', async () => {
  api.reply('openSubmission', { others: [{ name: 'Bina', since: '2026-11-21T08:50:00.000Z' }] });
  const { unmount } = await renderWithRouter(<OpenElsewhere number="CAP-1" />);
  await advanceClock(500);
  expect(screen.getByText(/^Bina/).parentElement?.textContent).toBe(
    'Bina also has this open. Opened 10 minutes ago.',
  );
  expect(called()).toEqual(['openSubmission']);
  api.reply('listOpeners', { others: [] });
  await advanceClock(30_000);
  expect(called(), 'nothing was done').toEqual(['openSubmission', 'listOpeners']);
  expect(screen.queryByText(/^Bina/)).toBeNull();
  fireEvent.keyDown(document.body, { key: 'a' });
  await advanceClock(30_000);
  expect(called().at(-1)).toBe('openSubmission');
  await act(async () => unmount());
  expect(called().at(-1)).toBe('closeSubmission');
});

it('asks nothing more after ten idle minutes, until something is done', async () => {
  await renderWithRouter(<OpenElsewhere number="CAP-1" />);
  await advanceClock(11 * 60_000);
  const count = called().length;
  await advanceClock(10 * 60_000);
  expect(called()).toHaveLength(count);
  await act(async () => void fireEvent.pointerDown(document.body));
  expect(called().slice(count)).toEqual(['openSubmission']);
});

it('opens nothing for whoever only passes by', async () => {
  const { unmount } = await renderWithRouter(<OpenElsewhere number="CAP-1" />);
  await advanceClock(300);
  await act(async () => unmount());
  await advanceClock(1_000);
  expect(called()).toEqual([]);
});
