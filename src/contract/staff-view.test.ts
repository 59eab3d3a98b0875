import { expect, it } from 'vitest';
import { queueQuery, staffAddress, staffView } from './staff-view.ts';

const user = { batches: ['MERN 2026-11', 'OLD'] };
const view = (address: string, unmarked?: number) =>
  staffView(
    new URLSearchParams(address),
    user,
    unmarked === undefined ? undefined : user.batches.map((name) => ({ name, unmarked })),
  );

it('begins with the first batch and with what is to be marked, or with everything when that is nothing', () => {
  expect(view('', 3)).toEqual({ batch: 'MERN 2026-11', show: 'to-mark', task: null });
  expect(view('', 0)).toEqual({ batch: 'MERN 2026-11', show: 'all', task: null });
  expect(view('')).toMatchObject({ show: 'to-mark' });
  expect(staffView(new URLSearchParams(), { batches: [] }, [])).toMatchObject({ batch: null });
});

it('takes what the address says, the batch without regard to case and spaces', () => {
  expect(view('batch=mern2026-11&show=all&task=final', 3)).toEqual({
    batch: 'MERN 2026-11',
    show: 'all',
    task: 'final',
  });
  expect(view('show=to-mark', 0)).toMatchObject({ show: 'to-mark' });
  expect(view('batch=THEIRS', 3)).toMatchObject({ batch: 'THEIRS', show: 'to-mark' });
  expect(view('show=none&task=week-9', 0)).toMatchObject({ show: 'all', task: null });
});

it('writes addresses that it reads again', () => {
  const chosen = { batch: 'A & B', show: 'all', task: 'week-1' } as const;
  const address = staffAddress(chosen);
  expect(address).toBe('/staff?batch=A+%26+B&show=all&task=week-1');
  expect(view(address.slice('/staff?'.length), 3)).toEqual(chosen);
  expect(staffAddress({})).toBe('/staff');
});

it('asks the call for what the view shows', () => {
  expect(queueQuery({ batch: 'A', show: 'all', task: null })).toEqual({});
  expect(queueQuery({ batch: 'A', show: 'to-mark', task: 'viva' })).toEqual({
    state: 'submitted',
    task: 'viva',
  });
});
