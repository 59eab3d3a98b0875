import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { StaffSubmission } from '#contract/marking/calls';
import { mentor, staffSubmission } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import type { MockApi } from '#support/mock-api';
import { mockMentorPortal } from '#support/portal-answers';
import { renderWithRouter } from '#support/render-screen';
import { openOutbox } from '../../../lib/outbox/outbox.ts';
import { MarkWaiting } from '../mark-waiting.tsx';
import { Withdraw } from './withdraw.tsx';
import { useMark } from '../use-mark.ts';

let api: MockApi;
beforeEach(async () => {
  onSaved.mockClear();
  api = await mockMentorPortal();
  await openOutbox(mentor.account);
});

const marked = staffSubmission({ state: 'marked', marks: 60, mark_comments: 'Short.' });
const released: StaffSubmission = {
  ...marked,
  released: true,
  take_back_until: '2026-11-21T09:10:00.000Z',
  shown: { version: 1, marks: 60, comments: 'Short.', read_at: null },
};
const onNewest = vi.fn<(number: string) => void>();
const onSaved = vi.fn<(changed: StaffSubmission) => void>();

function Panel({ row }: { row: StaffSubmission }) {
  const panel = {
    address: '/staff',
    newest: row.number,
    onNewest,
    addressOf: (number: string) => `/${number}`,
  };
  const mark = useMark(row, panel, onSaved);
  return (
    <>
      <MarkWaiting outbox={mark} />
      <button onClick={() => void mark.save({ marks: 60, comments: 'Short.', released: true })}>
        Release
      </button>
      <Withdraw row={row} address="/staff" mark={mark} />
    </>
  );
}

it('a released mark is taken back by a press until its ten minutes are over', async () => {
  freezeClock('2026-11-21T09:09:00.000Z');
  api.reply('markSubmission', marked);
  await renderWithRouter(<Panel row={released} />);
  expect(screen.getByText('Not yet read by Asha Kumari')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  await settle(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(api.of('markSubmission')[0]?.body).toEqual({
    marks: 60,
    comments: 'Short.',
    released: false,
    original: { marks: 60, comments: 'Short.', released: true, rubric: null },
    began: { released: true },
  });
  await advanceClock(61_000);
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

it('says when the student has read it, and nothing of a mark that is not released', async () => {
  const read_at = '2026-11-21T09:05:00.000Z';
  const row = { ...released, shown: { version: 1, marks: 60, comments: 'Short.', read_at } };
  const { unmount } = await renderWithRouter(<Panel row={row} />);
  expect(screen.getByText(/Read by Asha Kumari/).parentElement?.textContent).toBe(
    'Read by Asha Kumari, 21 Nov 2026',
  );
  unmount();
  await renderWithRouter(<Panel row={marked} />);
  expect(screen.queryByText(/read/i)).toBeNull();
});

it('a mark that falls below what the student sees is released only once that is confirmed', async () => {
  const message = 'The student sees 70 out of 100 for version 1. 60 is lower, and is not saved yet.';
  api.refuse('markSubmission', 409, { message, code: 'lower_than_released' });
  await renderWithRouter(<Panel row={marked} />);
  fireEvent.click(screen.getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message));
  api.reply('markSubmission', released);
  fireEvent.click(screen.getByRole('button', { name: 'Release 60 anyway' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(api.of('markSubmission').map(({ body }) => body)).toMatchObject([
    { marks: 60, released: true },
    { marks: 60, released: true, confirm_lower: true },
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
});

const newerVersion = { number: 'CAP-V2', version: 2, submitted_at: '2026-11-21T09:00:00.000Z' };

async function releaseOutdated() {
  const message = 'Version 2 came in after you opened this submission. Your mark is not saved yet.';
  api.replyConflict('markSubmission', message, newerVersion, 'newer_version');
  const { router } = await renderWithRouter(<Panel row={marked} />);
  fireEvent.click(screen.getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message));
  return router;
}

it('a version that came meanwhile is opened, and nothing is released', async () => {
  const router = await releaseOutdated();
  fireEvent.click(screen.getByRole('button', { name: 'Open version 2' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/CAP-V2'));
  await act(() => settle(() => expect(onSaved).not.toHaveBeenCalled()));
});

it('a mark is released for an outdated version only once its mentor says so', async () => {
  await releaseOutdated();
  api.reply('markSubmission', released);
  fireEvent.click(screen.getByRole('button', { name: 'Release 60 for this version anyway' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(onNewest).toHaveBeenCalledWith('CAP-V2');
  expect(api.of('markSubmission').at(-1)?.body).toMatchObject({ released: true, newest: 'CAP-V2' });
});
