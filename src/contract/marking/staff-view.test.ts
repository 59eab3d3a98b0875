import { expect, it } from 'vitest';
import { queueQuery, staffAddress, staffView } from './staff-view.ts';

const user = { batches: ['MERN 2026-11', 'OLD'] };
const view = (address: string, unmarked?: number) =>
  staffView(
    new URLSearchParams(address),
    user,
    unmarked === undefined ? undefined : user.batches.map((name) => ({ name, unmarked })),
  );

it('begins with the first batch and with what waits longest, or with everything when nothing is to be marked', () => {
  expect(view('', 3)).toEqual({
    batch: 'MERN 2026-11',
    state: 'to-mark',
    task: null,
    order: 'waiting',
    open: null,
  });
  expect(view('', 0)).toMatchObject({ batch: 'MERN 2026-11', state: 'all' });
  expect(view('')).toMatchObject({ state: 'to-mark' });
  expect(staffView(new URLSearchParams(), { batches: [] }, [])).toMatchObject({ batch: null });
});

it('takes what the address says, the batch without regard to case and spaces', () => {
  expect(view('batch=mern2026-11&state=all&task=final&order=fair&open=CAP-1', 3)).toEqual({
    batch: 'MERN 2026-11',
    state: 'all',
    task: 'final',
    order: 'fair',
    open: 'CAP-1',
  });
  expect(view('state=to-mark', 0)).toMatchObject({ state: 'to-mark' });
  expect(view('show=all', 3)).toMatchObject({ state: 'all' });
  expect(view('batch=THEIRS', 3)).toMatchObject({ batch: 'THEIRS', state: 'to-mark' });
  expect(view('state=none&task=week-9&order=random&open=', 0)).toMatchObject({
    state: 'all',
    task: null,
    order: 'waiting',
    open: null,
  });
});

it('writes addresses that it reads again', () => {
  const chosen = { batch: 'A & B', state: 'all', task: 'week-1', order: 'fair', open: 'CAP-1' } as const;
  const address = staffAddress(chosen);
  expect(address).toBe('/staff?batch=A+%26+B&task=week-1&state=all&order=fair&open=CAP-1');
  expect(view(address.slice('/staff?'.length), 3)).toEqual(chosen);
  expect(staffAddress({ order: 'waiting', open: null })).toBe('/staff');
});

it('asks the call for what the view shows', () => {
  expect(queueQuery({ state: 'all', task: null, order: 'fair' })).toEqual({ order: 'fair' });
  expect(queueQuery({ state: 'to-mark', task: 'viva', order: 'waiting' })).toEqual({
    order: 'waiting',
    state: 'submitted',
    task: 'viva',
  });
  expect(queueQuery({ state: 'released', task: null, order: 'waiting' })).toEqual({
    order: 'waiting',
    state: 'released',
  });
});
