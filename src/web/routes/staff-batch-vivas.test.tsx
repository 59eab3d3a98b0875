import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { newPlan, type VivaPlan } from '#contract/vivas/plan';
import type { PlannedViva, PlanView } from '#contract/vivas/plan-calls';
import { mentor, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { addressOf, renderScreen } from '#support/render-screen';
import { openDrafts, removeDrafts } from '../lib/forms/drafts.ts';
import * as staffBatchVivas from './staff-batch-vivas.tsx';

const batch = 'MERN-2026-11';
const address = `/staff/batches/${batch}/vivas`;
const office = { ...mentor, role: 'administrator' as const };
const meera = { email: 'meera@example.test', name: 'Meera Iyer' };
const ravi = { email: 'ravi@example.test', name: 'Ravi Menon' };
const studentOf = (name: string) => ({ s_id: `${name.toLowerCase()}@example.test`, s_name: name });

const plan: VivaPlan = {
  ...newPlan,
  days: [{ day: '2026-12-03', from: '09:00', to: '17:00', breaks: [{ from: '13:00', to: '14:00' }] }],
  rooms: [{ name: 'Room 1', link: null }],
  examiners: [{ email: meera.email, hours: null }],
};
const viva = (name: string, fields: Partial<PlannedViva> = {}): PlannedViva => ({
  student: studentOf(name),
  project: 'Boats',
  starts_at: '2026-12-03T03:30:00.000Z',
  local: '2026-12-03T09:00',
  minutes: 20,
  buffer: 5,
  room: 'Room 1',
  link: null,
  examiners: [meera],
  concerns: [],
  ...fields,
});
const view = (fields: Partial<PlanView> = {}): PlanView => ({
  batch,
  plan,
  staff: [meera, ravi],
  students: 3,
  days: [
    { day: '2026-12-03', vivas: 1 },
    { day: '2026-12-04', vivas: 1 },
  ],
  day: '2026-12-03',
  vivas: [viva('Asha')],
  taken: [],
  unplaced: [{ student: studentOf('Bina'), project: 'Boats', why: 'examiners' }],
  unplaced_count: 1,
  chosen: null,
  found: [],
  extra: [],
  untold: { first: 2, moved: 1, cancelled: 0, examiners: 0 },
  ...fields,
});
const chosen = (name: string, fields: Partial<PlannedViva> | null = {}): NonNullable<PlanView['chosen']> => ({
  student: studentOf(name),
  project: 'Boats',
  viva: fields === null ? null : viva(name, fields),
  extra: 0,
});
const ofAsha = (fields: Partial<PlannedViva> = {}, more: Partial<PlanView> = {}) =>
  view({ vivas: [viva('Asha', fields)], chosen: chosen('Asha', fields), ...more });
const unplanned = view({ plan: newPlan, days: [], day: null, vivas: [], untold: nobody() });
const placed = view({ unplaced: [], unplaced_count: 0 });

function nobody(): PlanView['untold'] {
  return { first: 0, moved: 0, cancelled: 0, examiners: 0 };
}

let api: MockApi;
beforeEach(async () => {
  await openDrafts(office.account);
  await removeDrafts();
  api = mockApi();
});

async function open(shown: PlanView, { search = '', user = office as typeof mentor } = {}) {
  cleanup();
  api.reply('readVivaPlan', shown);
  const { router } = await renderScreen(staffBatchVivas, {
    path: '/staff/batches/:batch/vivas',
    at: address + search,
    user,
  });
  await settle(() => screen.getByText(/^Times given: /));
  return router;
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const regions = () => screen.queryAllByRole('region').map((one) => one.getAttribute('aria-labelledby'));

describe('the plan', () => {
  it('shows what is stored as lines', async () => {
    await open(view());
    expect(field('Days and hours').value).toBe('2026-12-03 09:00–17:00, break 13:00–14:00');
    expect(field('Rooms').value).toBe('Room 1');
    expect(field('Examiners').value).toBe(meera.email);
    expect(field('Minutes for each viva').value).toBe('20');
    expect(field('Minutes between two vivas').value).toBe('5');
    expect(field('Examiners for each viva').value).toBe('1');
    expect(field('Leave one slot in eight free').checked).toBe(true);
    expect(screen.getByText('Also possible: Ravi Menon (ravi@example.test)')).toBeTruthy();
  });

  it('names a repeat where it waits, in its row, and above its form with who waited', async () => {
    const repeat = { repeat: true } as const;
    const missed = {
      starts_at: '2026-12-03T03:30:00.000Z',
      local: '2026-12-03T09:00',
      reason: 'Fever',
      examiners: [meera],
    };
    await open(
      view({
        vivas: [viva('Asha', { ...repeat, concerns: ['same-panel'] })],
        unplaced: [{ student: studentOf('Bina'), project: 'Boats', why: null, ...repeat }],
        chosen: { ...chosen('Asha', repeat), missed },
      }),
      { search: '?student=asha@example.test' },
    );
    expect(screen.getByText('Repeat')).toBeTruthy();
    expect(screen.getByText('An examiner of the first viva, which was missed')).toBeTruthy();
    expect(screen.getByText('Repeat: absent with a reason at the first viva')).toBeTruthy();
    const form = screen.getByRole('region', { name: /Another time for Asha/ });
    expect(form.textContent).toContain('Absent with a reason on 3 Dec 2026, 9:00 am: Fever.');
    expect(form.textContent).toContain(`${meera.name} waited. Choose other examiners if you can.`);
  });

  it('is saved with what its changed fields began from', async () => {
    await open(view());
    write('Rooms', 'Room 1\nOnline https://meet.example.test/viva');
    write('Minutes for each viva', '30');
    api.reply('setVivaPlan', view());
    await click('Save the plan');
    await settle(() => expect(api.of('setVivaPlan')).toHaveLength(1));
    const rooms = [...plan.rooms, { name: 'Online', link: 'https://meet.example.test/viva' }];
    expect(api.of('setVivaPlan')[0]).toMatchObject({ params: { batch } });
    expect(api.of('setVivaPlan')[0]?.body).toEqual({
      ...plan,
      length: 30,
      rooms,
      began: { length: 20, rooms: plan.rooms },
    });
    expect(await screen.findByText('The plan is saved. Vivas that have a time keep it.')).toBeTruthy();
  });

  it.each([
    ['Days and hours', '2026-12-03', '2026-12-03: hours are missing, such as 09:00–18:00'],
    ['Rooms', 'Online http://meet.example.test', 'The link of Online must begin with https://'],
    ['Minutes for each viva', '17', 'The length must be a multiple of 5 minutes, not 17'],
    ['Minutes between two vivas', '', 'The time between two vivas must be from 0 to 60 minutes'],
  ])('says at %s what cannot be, and sends nothing', async (label, value, words) => {
    await open(view());
    write(label, value);
    await click('Save the plan');
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(api.of('setVivaPlan')).toEqual([]);
  });

  it('shows both where somebody else has changed it, and overwrites only by its own button', async () => {
    await open(view());
    write('Rooms', 'Room 2');
    const theirs = { ...plan, rooms: [{ name: 'Hall', link: null }], reserve: false };
    api.replyConflict('setVivaPlan', 'The plan was changed in the meantime.', view({ plan: theirs }));
    await click('Save the plan');
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Hall');
    expect(notice.textContent).toContain('Room 2');
    expect(field('Leave one slot in eight free').checked, 'what was not typed follows').toBe(false);
    api.reply('setVivaPlan', view());
    await click('Save mine anyway');
    await settle(() => expect(api.of('setVivaPlan')).toHaveLength(2));
    expect(api.of('setVivaPlan')[1]?.body).toMatchObject({
      reserve: false,
      rooms: [{ name: 'Room 2', link: null }],
      began: { rooms: theirs.rooms },
    });
  });

  it('is filled with the settings of another batch, and saved by its own button', async () => {
    await open(unplanned, { user: { ...office, batches: [batch, 'DSA-2026-10'] } });
    const source = { ...plan, length: 30, rooms: [{ name: 'Hall', link: null }] };
    api.reply(
      'readVivaPlan',
      view({ plan: { ...source, days: [{ ...source.days[0]!, day: '2020-12-03' }] } }),
    );
    write('Copy settings from', 'DSA-2026-10');
    await click('Copy');
    expect(await screen.findByText(/^Copied from DSA-2026-10, on the same weekdays\./)).toBeTruthy();
    expect(field('Rooms').value).toBe('Hall');
    const day = field('Days and hours').value.slice(0, 10);
    expect([new Date(day).getUTCDay(), day > '2020-12-03']).toEqual([4, true]);
    expect(api.of('setVivaPlan')).toEqual([]);
    api.reply('setVivaPlan', view());
    await click('Save the plan');
    await settle(() =>
      expect(api.of('setVivaPlan')[0]?.body).toMatchObject({ length: 30, rooms: source.rooms }),
    );
  });

  it('comes first where nothing is planned yet, and folded later', async () => {
    await open(unplanned);
    expect(field('Days and hours').closest('details')).toBeNull();
    expect(screen.queryByRole('button', { name: /a time$/ })).toBeNull();
    expect(screen.queryByRole('list', { name: 'Students without a time' })).toBeNull();
    await open(view());
    expect(field('Days and hours').closest('details')?.open).toBe(false);
    await open(view({ plan: { ...plan, days: [] } }));
    expect(field('Days and hours').closest('details')?.open, 'of a spreadsheet').toBe(false);
    expect(screen.queryByRole('button', { name: 'Plan all' }), 'without hours').toBeNull();
    expect(screen.getByRole('list', { name: 'Students without a time' })).toBeTruthy();
  });
});

describe('times', () => {
  it('are given to all by one click, in an order', async () => {
    const router = await open(view());
    expect(screen.queryByLabelText('Seed')).toBeNull();
    expect(screen.getByRole('button', { name: 'Plan all' }).textContent).toBe('Give 1 student a time');
    write('Order', 'draw');
    write('Seed', 'monday');
    api.reply('planVivas', view());
    await click('Plan all');
    await settle(() => expect(api.of('planVivas')).toHaveLength(1));
    expect(api.of('planVivas')[0]).toMatchObject({
      params: { batch },
      body: { order: 'draw', seed: 'monday' },
    });
    expect(await screen.findByText('The times are given. Nobody has been told yet.')).toBeTruthy();
    expect(addressOf(router)).toBe(address);
  });

  it('of a day are listed with what speaks against them; other days are links', async () => {
    await open(view({ vivas: [viva('Asha', { concerns: ['examiner-away', 'panel-size'] })] }));
    const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headings).toEqual(['Time', 'Student', 'Room', 'Examiners', 'Change']);
    const row = within(screen.getAllByRole('row')[1]!);
    expect(row.getByText('An examiner is not there at this time')).toBeTruthy();
    expect(row.getByText('Another number of examiners than planned')).toBeTruthy();
    expect(row.getByRole('link', { name: 'Change the time of Asha' }).getAttribute('href')).toBe(
      `${address}?day=2026-12-03&student=asha%40example.test`,
    );
    const days = within(screen.getByRole('navigation', { name: 'Day' }));
    expect(days.getByRole('link', { current: 'page' }).textContent).toBe('3 Dec 2026 (1)');
    expect(days.getByRole('link', { name: '4 Dec 2026 (1)' }).getAttribute('href')).toBe(
      `${address}?day=2026-12-04`,
    );
  });

  it('who has none is named with the reason, and how many more there are', async () => {
    await open(view({ unplaced_count: 4 }));
    const list = within(screen.getByRole('list', { name: 'Students without a time' }));
    expect(list.getByText('Not enough examiners are free')).toBeTruthy();
    expect(list.getByText('And 3 more.')).toBeTruthy();
    expect(list.getByRole('link', { name: 'Choose a time for Bina' }).getAttribute('href')).toBe(
      `${address}?day=2026-12-03&student=bina%40example.test`,
    );
    await open(placed);
    expect(screen.queryByRole('list', { name: 'Students without a time' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Plan all' })).toBeNull();
  });

  it('asks for the day of the address alone, where it is a day', async () => {
    await open(view(), { search: '?day=2026-12-04' });
    await open(view(), { search: '?day=tomorrow' });
    expect(api.of('readVivaPlan').map(({ query }) => query)).toEqual([{ day: '2026-12-04' }, {}]);
  });

  it('of anybody are found by name, with or without one', async () => {
    await open(view());
    expect(screen.queryByLabelText('Find a student'), 'few are seen at once').toBeNull();
    const router = await open(view({ students: 400 }));
    write('Find a student', ' rao ');
    const found = [
      { student: studentOf('Asha'), project: 'Boats', local: '2026-12-04T10:20' },
      { student: studentOf('Chitra'), project: 'Boats', local: null },
    ];
    api.reply('readVivaPlan', view({ students: 400, found }));
    await click('Find');
    const list = within(await screen.findByRole('list', { name: 'Students found' }));
    expect(addressOf(router)).toBe(`${address}?day=2026-12-03&find=rao`);
    expect(api.of('readVivaPlan').at(-1)?.query).toEqual({ day: '2026-12-03', find: 'rao' });
    expect(list.getByText('4 Dec 2026, 10:20 am')).toBeTruthy();
    expect(list.getByRole('link', { name: 'Choose a time for Chitra' }).getAttribute('href')).toBe(
      `${address}?day=2026-12-03&student=chitra%40example.test`,
    );
    expect(list.getByRole('link', { name: 'Change the time of Asha' }).getAttribute('href')).toBe(
      `${address}?day=2026-12-04&student=asha%40example.test`,
    );
    api.reply('readVivaPlan', view({ students: 400 }));
    write('Find a student', 'nobody');
    await click('Find');
    expect(await screen.findByText('No student with a project has this name or email.')).toBeTruthy();
  });
});

describe('one student', () => {
  const search = '?day=2026-12-03&student=asha%40example.test';

  it('gets another time against the one that was shown, and the plan shows that day', async () => {
    const router = await open(ofAsha(), { search });
    expect(screen.queryByRole('button', { name: 'Plan all' }), 'one thing at a time').toBeNull();
    expect(screen.queryByRole('button', { name: /^Tell / })).toBeNull();
    write('Day and time', '2026-12-04T10:00');
    write('Examiner 1', ravi.email);
    api.reply('placeViva', view());
    await click('Save the time');
    await settle(() => expect(api.of('placeViva')).toHaveLength(1));
    expect(api.of('placeViva')[0]).toMatchObject({ params: { batch, s_id: 'asha@example.test' } });
    expect(api.of('placeViva')[0]?.body).toEqual({
      starts_at: '2026-12-04T10:00',
      room: 'Room 1',
      examiners: [ravi.email],
      began: { starts_at: '2026-12-03T09:00', examiners: [meera.email] },
    });
    expect(await screen.findByText('The time is saved.')).toBeTruthy();
    expect(addressOf(router)).toBe(`${address}?day=2026-12-04`);
  });

  it('is told who is there already, and what was typed stays', async () => {
    await open(ofAsha(), { search });
    write('Day and time', '2026-12-03T10:00');
    const message = 'Room 1 is taken from 10:00 am to 10:25 am.';
    api.refuse('placeViva', 409, { message });
    await click('Save the time');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(field('Day and time').value).toBe('2026-12-03T10:00');
  });

  it('shows the other’s time where both have moved it', async () => {
    await open(ofAsha(), { search });
    write('Day and time', '2026-12-03T10:00');
    const theirs = ofAsha({ local: '2026-12-03T15:00' });
    api.replyConflict('placeViva', 'This time was changed in the meantime.', theirs);
    await click('Save the time');
    await screen.findByRole('alert');
    await click('Keep the other version');
    expect(field('Day and time').value).toBe('2026-12-03T15:00');
  });

  it('loses the time that was shown', async () => {
    await open(ofAsha(), { search });
    api.reply('unplaceViva', undefined, 204);
    await click('Remove the time');
    await settle(() => expect(api.of('unplaceViva')).toHaveLength(1));
    expect(api.of('unplaceViva')[0]).toMatchObject({
      params: { batch, s_id: 'asha@example.test' },
      body: { began: { starts_at: '2026-12-03T09:00', room: 'Room 1', examiners: [meera.email] } },
    });
    expect(await screen.findByText('The time is taken away.')).toBeTruthy();
  });

  it('without a time chooses one, and has none to take away', async () => {
    await open(view({ chosen: chosen('Bina', null) }), { search: '?student=bina%40example.test' });
    expect(screen.getByRole('heading', { name: 'A time for Bina' })).toBeTruthy();
    expect([field('Day and time').value, field('Room').value]).toEqual(['', '']);
    expect(screen.queryByRole('button', { name: 'Remove the time' })).toBeNull();
  });

  it('of a larger panel has a field for each examiner, and names nobody twice', async () => {
    await open(ofAsha({}, { plan: { ...plan, panel: 2 } }), { search });
    expect([field('Examiner 1').required, field('Examiner 2').required]).toEqual([true, false]);
    write('Examiner 2', meera.email);
    api.reply('placeViva', view());
    await click('Save the time');
    await settle(() => expect(api.of('placeViva')[0]?.body).toMatchObject({ examiners: [meera.email] }));
  });

  it('keeps the time that somebody else has changed meanwhile, until the new one is shown', async () => {
    await open(ofAsha(), { search });
    const theirs = ofAsha({ local: '2026-12-03T15:00' });
    const message = 'The time was changed in the meantime. It is not taken away.';
    api.replyConflict('unplaceViva', message, theirs);
    api.reply('readVivaPlan', theirs);
    await click('Remove the time');
    expect(await screen.findByText(message)).toBeTruthy();
    await settle(() => expect(field('Day and time').value).toBe('2026-12-03T15:00'));
    api.reply('unplaceViva', undefined, 204);
    await click('Remove the time');
    await settle(() => expect(api.of('unplaceViva')).toHaveLength(2));
    expect(api.of('unplaceViva')[1]?.body).toMatchObject({ began: { starts_at: '2026-12-03T15:00' } });
  });

  it.each([
    ['has taken it away', chosen('Asha', null)],
    ['has moved it to another day', chosen('Asha', { local: '2026-12-04T15:00' })],
  ])(
    'is told why a time stays where somebody else %s, also after what is stored is shown',
    async (_, now) => {
      await open(ofAsha(), { search });
      const theirs = view({ vivas: [], days: [], chosen: now });
      const message = 'The time was changed in the meantime. It is not taken away.';
      api.replyConflict('unplaceViva', message, theirs);
      api.reply('readVivaPlan', theirs);
      await click('Remove the time');
      await settle(() => expect(field('Day and time').value).toBe(now.viva?.local ?? ''));
      expect(screen.getByText(message)).toBeTruthy();
    },
  );

  it('gets extra minutes against those that were shown', async () => {
    const router = await open(view({ chosen: { ...chosen('Asha'), extra: 5 } }), { search });
    write('Extra minutes', '15');
    api.reply('setVivaExtra', view());
    await click('Save extra minutes');
    await settle(() => expect(api.of('setVivaExtra')).toHaveLength(1));
    expect(api.of('setVivaExtra')[0]).toMatchObject({ params: { batch, s_id: 'asha@example.test' } });
    expect(api.of('setVivaExtra')[0]?.body).toEqual({ minutes: 15, began: { minutes: 5 } });
    expect(await screen.findByText('The extra minutes are saved.')).toBeTruthy();
    expect(addressOf(router)).toBe(address + search);
  });

  it('keeps a room and an examiner that the plan no longer has', async () => {
    await open(ofAsha({ room: 'Garden', examiners: [{ email: 'gone@example.test', name: 'Gone' }] }), {
      search,
    });
    expect([field('Room').value, field('Examiner 1').value]).toEqual(['Garden', 'gone@example.test']);
  });

  it('who is not in the plan has no form, and the plan has its own', async () => {
    await open(view(), { search: '?student=nobody%40example.test' });
    expect(screen.queryByRole('button', { name: 'Save the time' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Plan all' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Tell 3 students' })).toBeTruthy();
  });
});

describe('the board', () => {
  const search = '?day=2026-12-03&view=board';
  const two = view({
    vivas: [viva('Asha'), viva('Bina', { local: '2026-12-03T09:50', examiners: [ravi] })],
    plan: { ...plan, rooms: [...plan.rooms, { name: 'Room 2', link: null }] },
  });
  const openBoard = async () => {
    const router = await open(two, { search });
    await screen.findByRole('group', { name: 'Vivas by time and room' });
    return router;
  };
  const block = (name: RegExp) => screen.getByRole('button', { name });
  const keys = (...all: string[]) => {
    for (const key of all) fireEvent.keyDown(document.activeElement!, { key });
  };

  it('moves a viva by keys, says who is taken before, and saves only what is free', async () => {
    const router = await openBoard();
    block(/^9:00 am Asha .*, Room 1$/).focus();
    keys(...Array<string>(6).fill('ArrowDown'));
    expect(block(/^9:30 am Asha .*, Room 1$/)).toBe(document.activeElement);
    const said = () => screen.getByText('Asha: 9:30 am, Room 1.').closest('[role=status]')?.textContent;
    expect(said()).toBe('Asha: 9:30 am, Room 1. Room 1 is taken from 9:50 am to 10:15 am (Bina).');
    keys('Enter');
    fireEvent.click(screen.getByRole('button', { name: 'Save the time' }));
    expect(api.of('placeViva')).toEqual([]);
    keys('ArrowRight');
    expect(screen.getByText('Free.')).toBeTruthy();
    api.reply('placeViva', two);
    keys('Enter');
    await settle(() => expect(api.of('placeViva')).toHaveLength(1));
    expect(api.of('placeViva')[0]).toMatchObject({ params: { batch, s_id: 'asha@example.test' } });
    expect(api.of('placeViva')[0]?.body).toEqual({
      starts_at: '2026-12-03T09:30',
      room: 'Room 2',
      examiners: [meera.email],
      began: { starts_at: '2026-12-03T09:00', room: 'Room 1' },
    });
    expect(await screen.findByText('The time is saved.')).toBeTruthy();
    expect(addressOf(router)).toBe(`${address}?day=2026-12-03&view=board`);
  });

  it('says what is outside of the hours, and is left as it was by Escape', async () => {
    await openBoard();
    block(/^9:\d\d am Asha /).focus();
    keys('PageDown', 'PageDown', 'PageDown', 'PageDown');
    expect(screen.getByText('Outside of the hours, or in a break.')).toBeTruthy();
    keys('Escape');
    expect(block(/^9:00 am Asha .*, Room 1$/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save the time' })).toBeNull();
  });

  it('says why the server refused it, and stays with the new place', async () => {
    await openBoard();
    block(/^9:\d\d am Asha /).focus();
    keys('ArrowDown');
    const message = 'Meera Iyer is taken from 9:05 am to 9:30 am.';
    api.refuse('placeViva', 409, { message });
    keys('Enter');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(block(/^9:05 am Asha .*, Room 1$/)).toBeTruthy();
  });

  it('drags with a mouse, and lets a finger scroll', async () => {
    await openBoard();
    const box = { left: 0, top: 0, width: 200, height: 960 } as DOMRect;
    const group = screen.getByRole('group', { name: 'Vivas by time and room' });
    group.getBoundingClientRect = () => box;
    const asha = block(/^9:\d\d am Asha /);
    asha.setPointerCapture = () => {};
    const at = (x: number, y: number, pointerType = 'mouse') => ({
      clientX: x,
      clientY: y,
      pointerType,
      pointerId: 1,
      button: 0,
    });
    fireEvent.pointerDown(asha, at(10, 5, 'touch'));
    fireEvent.pointerMove(asha, at(150, 120, 'touch'));
    expect(screen.queryByText('Free.')).toBeNull();
    fireEvent.pointerDown(asha, at(10, 5));
    fireEvent.pointerMove(asha, at(12, 6));
    expect(screen.queryByText('Free.'), 'a click is no move').toBeNull();
    fireEvent.pointerMove(asha, at(150, 125));
    expect(screen.getByText('Asha: 10:00 am, Room 2.')).toBeTruthy();
    api.reply('placeViva', two);
    fireEvent.pointerUp(asha, at(150, 125));
    await settle(() => expect(api.of('placeViva')[0]?.body).toMatchObject({ starts_at: '2026-12-03T10:00' }));
  });

  it('is not for mentors, and the list is one click away', async () => {
    await open(two, { search, user: mentor });
    expect(screen.queryByRole('group', { name: 'Vivas by time and room' })).toBeNull();
    await openBoard();
    expect(screen.getByRole('link', { name: 'Show as a list' }).getAttribute('href')).toBe(
      `${address}?day=2026-12-03`,
    );
    await open(two);
    expect(screen.getByRole('link', { name: 'Move on a board' }).getAttribute('href')).toBe(address + search);
  });
});

describe('telling', () => {
  it('sends the numbers that were shown', async () => {
    await open(placed, { search: '?day=2026-12-03' });
    expect(
      screen.getByText(
        /^2 students get a time, 1 student another time or place\. The portal shows it at once/,
      ),
    ).toBeTruthy();
    api.reply('publishVivas', placed);
    await click('Tell 3 students');
    await settle(() => expect(api.of('publishVivas')).toHaveLength(1));
    expect(api.of('publishVivas')[0]).toMatchObject({
      params: { batch },
      body: { first: 2, moved: 1, cancelled: 0, examiners: 0 },
    });
    expect(await screen.findByText('The students are told.')).toBeTruthy();
  });

  it('says that nobody was told where the plan has changed, and shows the numbers of now', async () => {
    await open(placed);
    const current = { ...placed, untold: { first: 0, moved: 0, cancelled: 1, examiners: 0 } };
    api.replyConflict('publishVivas', 'The plan was changed in the meantime. Nobody has been told.', current);
    api.reply('readVivaPlan', current);
    await click('Tell 3 students');
    expect(
      await screen.findByText('The plan was changed in the meantime. Nobody has been told.'),
    ).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Tell 1 student' })).toBeTruthy();
    expect(screen.getByText(/^1 viva is cancelled\. /)).toBeTruthy();
  });

  it('names examiners alone, where no student has another time', async () => {
    await open({ ...placed, untold: { ...nobody(), examiners: 2 } });
    expect(screen.getByText(/^2 examiners get other vivas\. /)).toBeTruthy();
    api.reply('publishVivas', placed);
    await click('Tell 2 examiners');
    await settle(() => expect(api.of('publishVivas')).toHaveLength(1));
    expect(api.of('publishVivas')[0]?.body).toEqual({ ...nobody(), examiners: 2 });
  });

  it('leads to the lists of the day and to the messages', async () => {
    await open(placed);
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Print lists')).toBe(`${address}/lists?day=2026-12-03&by=room`);
    expect(hrefOf('WhatsApp messages')).toBe(`${address}/messages`);
  });

  it('has no button where everybody knows', async () => {
    await open({ ...placed, untold: nobody() });
    expect(screen.queryByRole('button', { name: /^Tell / })).toBeNull();
  });
});

describe('who is not the office', () => {
  it('mentors read the plan and change nothing', async () => {
    for (const search of ['', '?student=asha%40example.test']) {
      await open(view(), { search, user: mentor });
      expect(screen.getByRole('link', { name: 'Asha' })).toBeTruthy();
      expect(screen.getByText('Not enough examiners are free')).toBeTruthy();
      expect(document.querySelectorAll('main form')).toHaveLength(0);
      expect(screen.queryByRole('link', { name: /^(Change|Choose)/ })).toBeNull();
    }
    await open(unplanned, { user: mentor });
    expect(screen.getByText('The office plans the vivas of this batch.')).toBeTruthy();
    expect(regions()).toEqual([]);
  });

  it('students ask for nothing', async () => {
    cleanup();
    await renderScreen(staffBatchVivas, { path: '/staff/batches/:batch/vivas', at: address, user: student });
    expect(await screen.findByRole('heading', { name: 'This page is for mentors' })).toBeTruthy();
    expect(api.of('readVivaPlan')).toEqual([]);
  });
});
