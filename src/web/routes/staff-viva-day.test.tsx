import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { VivaDay, VivaOfDay } from '#contract/vivas/day-calls';
import { mentor, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { addressOf, renderScreen } from '#support/render-screen';
import * as staffVivaDay from './staff-viva-day.tsx';

const batch = 'MERN-2026-11';
const address = `/staff/batches/${batch}/vivas/day`;
const office = { ...mentor, role: 'administrator' as const };
const day = '2026-12-03';
const instant = (clock: string) => `${day}T${clock}:00.000Z`;

const viva = (name: string, clock: string, more: Partial<VivaOfDay> = {}): VivaOfDay => ({
  student: { s_id: `${name.toLowerCase()}@example.test`, s_name: name },
  project: 'Boats',
  starts_at: instant(clock),
  minutes: 20,
  room: '7',
  examiners: ['Meera Iyer'],
  attendance: null,
  ...more,
});
const recorded = (
  state: 'came' | 'absent' | 'excused' | 'broken_off',
  more: Partial<NonNullable<VivaOfDay['attendance']>> = {},
) => ({
  state,
  reason: '',
  from: '',
  to: '',
  by: 'Meera Iyer',
  at: instant('10:01'),
  undo_until: instant('10:11'),
  ...more,
});
const view = (more: Partial<VivaDay> = {}): VivaDay => ({
  batch,
  now: new Date().toISOString(),
  today: day,
  day,
  days: [day],
  rooms: [{ id: '7', name: 'Room 2', link: null, delay: null }],
  vivas: [viva('Asha', '10:00'), viva('Bina', '10:25'), viva('Chitra', '10:50')],
  ...more,
});

let api: MockApi;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(instant('10:12')) });
  api = mockApi();
  return () => vi.useRealTimers();
});

async function open(shown: VivaDay, { search = '', user = mentor } = {}) {
  cleanup();
  api.reply('readVivaDay', shown);
  const { router } = await renderScreen(staffVivaDay, {
    path: '/staff/batches/:batch/vivas/day',
    at: address + search,
    user,
  });
  await settle(() => screen.getByRole('heading', { name: `Viva day of ${batch}` }));
  return router;
}

const buttons = () =>
  within(screen.getByRole('main'))
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label') ?? one.textContent);
let taps = 0;
const tap = async (role: 'button' | 'link', name: string) => {
  taps += 1;
  await userEvent.click(screen.getByRole(role, { name }));
};
beforeEach(() => {
  taps = 0;
});

describe('the next viva', () => {
  it('is the first whose time has not passed, large, with the room’s buttons before it', async () => {
    await open(view());
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      '10:00 amAsha',
    ]);
    expect(buttons().slice(0, 4)).toEqual([
      'Room 2: Running 12 minutes late',
      'Room 2: 5 minutes more',
      'Asha: came',
      'Asha: absent',
    ]);
  });

  it('is one for each room', async () => {
    const rooms = ['7', '8'].map((id) => ({ id, name: `Room ${id}`, link: null, delay: null }));
    await open(view({ rooms, vivas: [viva('Asha', '10:00'), viva('Bina', '10:00', { room: '8' })] }));
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2);
  });

  it('of a late room stays until its delay has passed, too', async () => {
    vi.setSystemTime(instant('10:25'));
    const delay = { minutes: 15, as_of: instant('10:05') };
    await open(view({ rooms: [{ id: '7', name: 'Room 2', link: null, delay }] }));
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('10:00 amAsha');
    expect(buttons().slice(0, 4)).toEqual([
      'Room 2: Running 25 minutes late',
      'Room 2: 5 minutes more',
      'Room 2: 5 minutes less',
      'Room 2: On time',
    ]);
  });

  it('is none after the last, and the list stays', async () => {
    vi.setSystemTime(instant('18:00'));
    await open(view());
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
    expect(screen.getByText('The time of every viva of this day has passed.')).toBeTruthy();
    expect(screen.getAllByRole('row')).toHaveLength(4);
  });
});

describe('on a phone, from the day’s list', () => {
  it('the delay by the clock is said with one tap', async () => {
    await open(view());
    api.reply('setVivaDelay', view());
    await tap('button', 'Room 2: Running 12 minutes late');
    await settle(() => expect(api.of('setVivaDelay')).toHaveLength(1));
    expect(api.of('setVivaDelay')[0]).toMatchObject({
      params: { batch, day, room: '7' },
      body: { minutes: 12, began: { minutes: 0 } },
    });
    expect(taps).toBe(1);
  });

  it('the next one is absent with one tap, any other with two', async () => {
    const router = await open(view());
    api.reply('recordAttendance', view());
    const nothing = { state: null, reason: '', from: '', to: '' };
    await tap('button', 'Asha: absent');
    await settle(() => expect(api.of('recordAttendance')).toHaveLength(1));
    expect(api.of('recordAttendance')[0]).toMatchObject({
      params: { batch, s_id: 'asha@example.test' },
      body: { starts_at: instant('10:00'), state: 'absent', began: nothing },
    });
    expect(taps).toBe(1);
    taps = 0;
    await tap('link', 'Record the viva of Chitra');
    await settle(() => screen.getByRole('button', { name: 'Chitra: absent' }));
    expect(addressOf(router)).toContain('student=chitra');
    await tap('button', 'Chitra: absent');
    await settle(() => expect(api.of('recordAttendance')).toHaveLength(2));
    expect(taps).toBe(2);
  });
});

describe('what is recorded', () => {
  it('is in the list, and can be undone for ten minutes; the office can later', async () => {
    const vivas = [
      viva('Asha', '10:00', { attendance: recorded('came') }),
      viva('Bina', '10:25', {
        attendance: recorded('excused', { reason: 'Fever', undo_until: instant('10:20') }),
      }),
      viva('Chitra', '10:50', {
        attendance: recorded('broken_off', { from: '10:15', to: '', undo_until: instant('10:20') }),
      }),
    ];
    await open(view({ vivas }));
    const cells = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[3]?.textContent);
    expect(cells).toEqual(['Came', 'Absent with a reasonFever', 'Broken off from 10:15']);
    expect(buttons().filter((one) => one?.startsWith('Undo'))).toEqual(['Undo for Bina', 'Undo for Chitra']);
    api.reply('undoAttendance', undefined);
    await tap('button', 'Undo for Bina');
    await settle(() => expect(api.of('undoAttendance')).toHaveLength(1));
    expect(api.of('undoAttendance')[0]?.body).toEqual({
      began: { state: 'excused', reason: 'Fever', from: '', to: '' },
    });
    await open(view({ vivas }), { user: office });
    expect(buttons().filter((one) => one?.startsWith('Undo'))).toHaveLength(3);
  });

  it('with a reason or times has a form of its own', async () => {
    await open(view());
    api.reply('recordAttendance', view());
    fireEvent.change(screen.getByLabelText('Broken off from'), { target: { value: '10:05' } });
    fireEvent.change(screen.getByLabelText('Until'), { target: { value: '10:11' } });
    await tap('button', 'Broken off');
    await settle(() => expect(api.of('recordAttendance')).toHaveLength(1));
    expect(api.of('recordAttendance')[0]?.body).toMatchObject({
      state: 'broken_off',
      from: '10:05',
      to: '10:11',
      reason: '',
    });
  });

  it('by a colleague in the meantime is not overwritten, and can be shown', async () => {
    const router = await open(view());
    api.replyConflict('recordAttendance', 'A colleague was faster.', view());
    await tap('button', 'Asha: absent');
    await settle(() => screen.getByText('A colleague was faster.'));
    await tap('link', 'Show what is recorded');
    await settle(() => expect(addressOf(router)).toContain('student=asha'));
  });
});

it('another day has neither delays nor a next viva by the clock, and leads to each day', async () => {
  await open(view({ day: '2026-12-04', today: day, days: [day, '2026-12-04'] }));
  expect(buttons().some((one) => one?.startsWith('Room 2:'))).toBe(false);
  expect(within(screen.getByRole('navigation', { name: 'Day' })).getAllByRole('link')).toHaveLength(2);
});

it('leads an examiner from outside to the papers, and not to the student’s page or the plan', async () => {
  await open(view(), { user: { ...mentor, batches: [], examiner: true } as typeof mentor });
  const links = within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '');
  expect(links).toContain('/staff/vivas/asha%40example.test');
  expect(links.filter((to) => to.startsWith('/staff/students') || to.endsWith('/vivas'))).toEqual([]);
});

it('without vivas it says so, and students have no such screen', async () => {
  await open(view({ day: null, days: [], vivas: [], rooms: [] }));
  expect(screen.getByRole('heading', { name: 'No vivas on this day' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Open the plan' })).toBeNull();
  await open(view({ day: null, days: [], vivas: [], rooms: [] }), { user: office });
  expect(screen.getByRole('link', { name: 'Open the plan' }).getAttribute('href')).toBe(
    `/staff/batches/${batch}/vivas`,
  );
  cleanup();
  await renderScreen(staffVivaDay, { path: '/staff/batches/:batch/vivas/day', at: address, user: student });
  expect(screen.queryByRole('table')).toBeNull();
});
