import { expect, it } from 'vitest';
import { queueQuery, staffAddress, staffView } from './staff-view.ts';

const user = { batches: ['MERN 2026-11', 'OLD'] };
const everybody = { whose: 'all', hasOwn: false } as const;
const view = (address: string, unmarked?: number, own?: object) =>
  staffView(
    new URLSearchParams(address),
    user,
    unmarked === undefined ? undefined : user.batches.map((name) => ({ name, unmarked, own })),
  );

it('begins with the first batch and with what waits longest, or with everything when nothing is to be marked', () => {
  expect(view('', 3)).toEqual({
    batch: 'MERN 2026-11',
    state: 'to-mark',
    task: null,
    order: 'waiting',
    ...everybody,
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
    ...everybody,
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
  expect(view(address.slice('/staff?'.length), 3)).toEqual({ ...chosen, ...everybody });
  expect(staffAddress({ order: 'waiting', open: null })).toBe('/staff');
});

it('asks the call for what the view shows', () => {
  expect(queueQuery({ state: 'all', task: null, order: 'fair', whose: 'all' })).toEqual({ order: 'fair' });
  expect(queueQuery({ state: 'to-mark', task: 'viva', order: 'waiting', whose: 'all' })).toEqual({
    order: 'waiting',
    state: 'submitted',
    task: 'viva',
  });
  expect(queueQuery({ state: 'released', task: null, order: 'waiting', whose: 'all' })).toEqual({
    order: 'waiting',
    state: 'released',
  });
});

it('shows the own students first once there are any, but for review requests', () => {
  const own = { students: 4 };
  expect(view('', 3, own)).toMatchObject({ whose: 'mine', hasOwn: true });
  expect(view('', 3)).toMatchObject({ whose: 'all', hasOwn: false });
  expect(view('state=second-look', 3, own)).toMatchObject({ whose: 'all' });
  expect(view('whose=all', 3, own)).toMatchObject({ whose: 'all' });
  expect(view('whose=nobody', 3)).toMatchObject({ whose: 'nobody' });
  expect(view('whose=17', 3, own)).toMatchObject({ whose: '17' });
  for (const typed of ['', 'me', '-1', '1x', '9'.repeat(16)])
    expect(view(`whose=${typed}`, 3, own), typed).toMatchObject({ whose: 'mine' });
});

it.each([
  ['', true],
  ['whose=all', true],
  ['whose=nobody', true],
  ['whose=17', true],
  ['whose=mine', false],
  ['', false],
  ['state=second-look&whose=mine', true],
])('keeps whose students %s shows, and asks for them', (address, hasOwn) => {
  const chosen = view(address, 3, hasOwn ? {} : undefined);
  const written = staffAddress({ ...chosen, open: 'CAP-1' });
  expect(view(written.slice('/staff?'.length), 3, hasOwn ? {} : undefined)).toEqual({
    ...chosen,
    open: 'CAP-1',
  });
  const { whose } = chosen;
  const asked =
    { mine: 'me', all: undefined, nobody: 'nobody' }[whose as string] ??
    (whose === 'all' ? undefined : whose);
  expect((queueQuery(chosen) as { assigned_to?: string }).assigned_to).toBe(asked);
});
