import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { advanceClock, freezeClock } from '#support/fake-clock';
import type { MockApi } from '#support/mock-api';
import { mockMentorPortal } from '#support/portal-answers';
import { renderWithRouter } from '#support/render-screen';
import { OpenElsewhere } from './open-elsewhere.tsx';
import { usePresence } from './use-presence.ts';

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
  freezeClock('2026-11-21T09:00:00.000Z');
});
const called = () => api.requests.map(({ name }) => name);

function Presence({ isSeen = true }: { isSeen?: boolean }) {
  const { others, in_batch = [] } = usePresence('CAP-1', () => isSeen);
  return (
    <>
      <OpenElsewhere others={others} />
      <ul>
        {in_batch.map(({ name, task }) => (
          <li key={task}>{`${name}: ${task}`}</li>
        ))}
      </ul>
    </>
  );
}

it('says who else has it open, and that it is open here while somebody acts; leaving closes it', async () => {
  api.reply('openSubmission', { others: [{ name: 'Bina', since: '2026-11-21T08:50:00.000Z' }] });
  const { unmount } = await renderWithRouter(<Presence />);
  await advanceClock(500);
  expect(screen.getByText(/^Bina/).parentElement?.textContent).toBe(
    'Bina also has this open. Opened 10 minutes ago.',
  );
  expect(called()).toEqual(['openSubmission']);
  api.reply('listOpeners', { others: [] });
  await advanceClock(5_000);
  expect(called(), 'nothing was done').toEqual(['openSubmission', 'listOpeners']);
  expect(screen.queryByText(/^Bina/)).toBeNull();
  fireEvent.keyDown(document.body, { key: 'a' });
  await advanceClock(20_000);
  expect(called().filter((name) => name === 'openSubmission')).toHaveLength(1);
  await advanceClock(10_000);
  expect(called().filter((name) => name === 'openSubmission')).toHaveLength(2);
  await act(async () => unmount());
  expect(called().at(-1)).toBe('closeSubmission');
});

it('shows within seconds what colleagues open and leave', async () => {
  await renderWithRouter(<Presence />);
  await advanceClock(500);
  expect(screen.queryByRole('listitem')).toBeNull();
  api.reply('listOpeners', {
    others: [],
    in_batch: [{ s_id: 'a@example.test', task: 'week-2', name: 'Bina' }],
  });
  await advanceClock(5_000);
  expect(screen.getByText('Bina: week-2')).toBeDefined();
  api.reply('listOpeners', { others: [] });
  await advanceClock(5_000);
  expect(screen.queryByRole('listitem')).toBeNull();
});

it('claims nothing that is behind a phone’s list', async () => {
  const { unmount } = await renderWithRouter(<Presence isSeen={false} />);
  await advanceClock(40_000);
  await act(async () => unmount());
  expect(new Set(called())).toEqual(new Set(['listOpeners']));
});

it('asks nothing more after ten idle minutes, until something is done', async () => {
  await renderWithRouter(<Presence />);
  await advanceClock(11 * 60_000);
  const count = called().length;
  await advanceClock(10 * 60_000);
  expect(called()).toHaveLength(count);
  await act(async () => void fireEvent.pointerDown(document.body));
  expect(called().slice(count)).toEqual(['openSubmission']);
});

it('opens nothing for whoever only passes by', async () => {
  const { unmount } = await renderWithRouter(<Presence />);
  await advanceClock(300);
  await act(async () => unmount());
  await advanceClock(1_000);
  expect(called()).toEqual([]);
});
