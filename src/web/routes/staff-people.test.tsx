import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ExpectedPerson, ListedPerson, People, Person } from '#contract/people/calls';
import type { PersonData } from '#contract/privacy/calls';
import { mentor } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffPeople from './staff-people.tsx';
import * as staffPeopleAdd from './staff-people-add.tsx';
import * as staffPerson from './staff-person.tsx';

const administrator = { ...mentor, role: 'administrator' as const, batches: ['ONE', 'TWO'] };
const at = '2026-11-10T04:05:06.789Z';

const person = (name: string, of: Partial<ListedPerson> = {}): ListedPerson => ({
  id: String(name.length),
  s_id: `${name.toLowerCase()}@example.test`,
  s_name: name,
  role: 'student',
  phone: '9876543210',
  batch: 'ONE',
  batches: [],
  typed_batch: null,
  project: null,
  confirmed: true,
  suspended: false,
  asks_deletion: false,
  anonymised: false,
  signed_up_at: at,
  seen_at: null,
  ...of,
});

const counts: People['counts'] = {
  everybody: 2,
  unconfirmed: 1,
  confirmed: 1,
  waiting: 1,
  placed: 1,
  'with-project': 0,
  suspended: 0,
  staff: 0,
  'deletion-asked': 0,
  anonymised: 0,
  imported: 0,
  invited: 0,
};
const waiting = person('Asha', { batch: null, typed_batch: 'DSA 26', confirmed: false });

const imported: ExpectedPerson = {
  s_id: 'biju@example.test',
  name: 'Biju',
  phone: null,
  batch: 'ONE',
  invitation: 'printed',
  invited_at: at,
  listed_at: '2026-11-12T04:05:06.789Z',
};

let api: MockApi;
beforeEach(() => {
  sessionStorage.clear();
  api = mockApi();
  api.reply('listPeople', {
    counts,
    people: [waiting, person('Devika')],
    next: null,
    places: ['ONE', 'TWO'],
  });
});

const open = async (address: string, user: typeof mentor = administrator) => {
  const view = await renderScreen(staffPeople, { path: '/staff/people', at: address, user });
  await settle(() => screen.getByRole('heading', { level: 1 }));
  return view;
};

describe('the list', () => {
  it('asks for what the address says, and says who stands where', async () => {
    await open('/staff/people?q=as&stage=waiting&batch=ONE&after=7');
    expect(api.of('listPeople')[0]?.query).toEqual({
      q: 'as',
      stage: 'waiting',
      batch: 'ONE',
      after: '7',
      with: 'imported',
    });
    const row = within((await screen.findByRole('row', { name: /Asha/ })) as HTMLElement);
    expect(row.getByText('asha@example.test, not confirmed')).toBeTruthy();
    expect(row.getByText('Waiting for a batch')).toBeTruthy();
    expect(row.getByRole('link', { name: '“DSA 26”' }).getAttribute('href')).toBe(
      '/staff/people?typed=DSA+26',
    );
    const stages = screen.getByLabelText<HTMLSelectElement>('Status');
    expect(stages.selectedOptions[0]?.textContent).toBe('Waiting for a batch 1');
    expect(within(stages).queryByRole('option', { name: /Suspended/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'To the newest' })).toBeTruthy();
  });

  it('shows the batches of a mentor, and that an administrator has all', async () => {
    const staff = (name: string, of: Partial<ListedPerson>) =>
      person(name, { role: 'mentor', batch: null, ...of });
    api.reply('listPeople', {
      counts,
      people: [
        staff('Anjali', { batches: ['ONE', 'TWO'] }),
        staff('Bo', {}),
        staff('Head of office', { role: 'administrator' }),
        waiting,
      ],
      next: null,
      places: [],
    });
    await open('/staff/people');
    const batchOf = async (name: string) => {
      const row = (await screen.findByRole('row', { name: new RegExp(name) })) as HTMLElement;
      return row.querySelector('[data-label=Batch]')?.textContent;
    };
    expect(await batchOf('Anjali')).toBe('ONE, TWO');
    expect(await batchOf('Bo')).toBe('None');
    expect(await batchOf('Head of office')).toBe('All');
    expect(await batchOf('Asha')).toContain('None');
  });

  it('searches as somebody types, by the address, and keeps the stage', async () => {
    await open('/staff/people?stage=waiting');
    fireEvent.change(await screen.findByLabelText('Name, email or phone'), { target: { value: 'menon' } });
    await waitFor(() =>
      expect(api.of('listPeople').at(-1)?.query).toMatchObject({ q: 'menon', stage: 'waiting' }),
    );
  });

  it('leads those who were chosen to the list of whom an act reaches', async () => {
    api.reply('readPeopleReach', {
      act: 'place',
      batch: 'TWO',
      reached: [{ id: '4', s_id: 'asha@example.test', s_name: 'Asha', note: null, began: null }],
      refused: [{ id: '6', s_id: 'devika@example.test', s_name: 'Devika', reason: 'Is in TWO already.' }],
    });
    const { router } = await open('/staff/people');
    fireEvent.click(await screen.findByLabelText('Select all on this page'));
    expect(screen.getByText('2 people selected')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('To batch'), { target: { value: 'TWO' } });
    fireEvent.click(screen.getByRole('button', { name: 'Place' }));
    await screen.findByRole('heading', { name: 'Place 1 person in TWO' });
    expect(api.of('readPeopleReach')[0]?.query).toEqual({ act: 'place', ids: '4,6', batch: 'TWO' });
    expect(screen.getByText('Is in TWO already.')).toBeTruthy();
    api.reply('actOnPeople', { act: 'place', done: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Place 1 person in TWO' }));
    expect(await screen.findByText('1 person was placed in the batch.')).toBeTruthy();
    const placing = { act: 'place', ids: ['4'], batch: 'TWO', began: { 4: null } };
    expect(api.of('actOnPeople')[0]?.body).toEqual(placing);
    expect(router.state.location.search).toBe('?did=place&count=1');
  });

  it('lists who was imported among the others, and invites whom it has ticked', async () => {
    const people = [waiting, person('Devika')];
    api.reply('listPeople', { counts, people, expected: [imported], next: null, places: [] });
    await open('/staff/people');
    const row = within((await screen.findByRole('row', { name: /Biju/ })) as HTMLElement);
    expect(row.getByText('Invited on paper')).toBeTruthy();
    expect(row.getByRole('link', { name: 'Biju' }).getAttribute('href')).toBe(
      '/staff/imported/biju%40example.test',
    );
    fireEvent.click(row.getByRole('checkbox'));
    expect(screen.getByText('1 person without an account is selected.')).toBeTruthy();
    const acts = screen
      .getByRole('group', { name: /^Actions/ })
      .querySelector<HTMLElement>('[data-accounts]');
    expect(acts?.dataset['accounts']).toBe('0');
    api.reply('revokeInvitations', { revoked: 1 });
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw 1' }));
    await waitFor(() =>
      expect(api.of('revokeInvitations')[0]?.body).toEqual({
        emails: ['biju@example.test'],
        began: { invited: { 'biju@example.test': imported.invited_at } },
      }),
    );
  });

  it('offers to invite all of the filter where nobody is ticked, and says how many', async () => {
    api.reply('listPeople', {
      counts: { ...counts, imported: 40 },
      people: [],
      expected: [{ ...imported, invitation: 'not-invited' }],
      next: null,
      places: [],
      to_invite: 40,
    });
    await open('/staff/people?stage=imported&batch=ONE');
    const invitation = {
      s_id: 'biju@example.test',
      name: 'Biju',
      batch: 'ONE',
      link: 'https://portal.example/invitation?token=a',
      code: '7KQ4M-XW2PD',
      expires_at: at,
      qr: { size: 21, path: 'M0 0h1v1z' },
    };
    api.reply('printInvitations', { sheet: '1', invitations: [invitation], left: 0 });
    const before = api.of('listPeople').length;
    api.reply('listPeople', { counts, people: [], expected: [], next: null, places: [], to_invite: 0 });
    fireEvent.click(await screen.findByRole('button', { name: 'Print for 40 people' }));
    await waitFor(() => expect(api.of('printInvitations')[0]?.body).toEqual({ batch: 'ONE' }));
    // The links are shown here alone: the list that is read again leaves the sheet.
    await waitFor(() => expect(api.of('listPeople').length).toBeGreaterThan(before));
    await screen.findByText('No people here');
    expect(screen.getByText('https://portal.example/invitation?token=a')).toBeTruthy();
  });

  it('keeps ticks over sorting, paging and a reload, and says who is not on the page', async () => {
    const first = await open('/staff/people');
    fireEvent.click(await screen.findByLabelText('Select Devika'));
    first.unmount();
    api.reply('listPeople', { counts, people: [waiting], next: null, places: [] });
    await open('/staff/people?sort=name&after=6');
    expect(await screen.findByText('1 person selected, 1 of them not on this page')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText(/selected/)).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Select Asha'));
  });

  it('says how it is sorted, over all pages or this one, and begins anew with another column', async () => {
    const reply = (sorted: 'all' | 'page') =>
      api.reply('listPeople', {
        counts,
        people: [waiting],
        expected: [],
        sorted,
        next: 's45.a4',
        places: [],
      });
    reply('all');
    const first = await open('/staff/people?sort=-name&after=s2.a1&batch=ONE');
    expect(await screen.findByRole('table', { name: 'People, sorted by name, descending' })).toBeTruthy();
    expect(api.of('listPeople').at(-1)?.query).toMatchObject({ sort: '-name', after: 's2.a1', batch: 'ONE' });
    const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(leadsTo('Next page')).toBe('/staff/people?batch=ONE&after=s45.a4&sort=-name');
    expect(leadsTo('To the first')).toBe('/staff/people?batch=ONE&sort=-name');
    expect(leadsTo('Batch')).toBe('/staff/people?batch=ONE&sort=batch');
    expect(screen.queryByText(/^Only this page is sorted/)).toBeNull();
    first.unmount();
    reply('page');
    await open('/staff/people?sort=seen');
    expect(
      await screen.findByRole('table', { name: 'People of this page, sorted by last seen' }),
    ).toBeTruthy();
    expect(screen.getByText(/^Only this page is sorted: there are too many people/)).toBeTruthy();
    expect(leadsTo('Older ones')).toBe('/staff/people?after=s45.a4&sort=seen');
  });

  it('names whom a colleague has placed meanwhile, and shows them before anything is overwritten', async () => {
    const reached = (note: string | null, began: string | null) =>
      api.reply('readPeopleReach', {
        act: 'place',
        batch: 'TWO',
        reached: [{ id: '4', s_id: 'asha@example.test', s_name: 'Asha', note, began }],
        refused: [],
      });
    reached(null, null);
    await open('/staff/people?act=place&id=4&to=TWO');
    const place = async () =>
      fireEvent.click(await screen.findByRole('button', { name: 'Place 1 person in TWO' }));
    const message = 'Nothing was changed. Asha, asha@example.test: Now in ONE.';
    api.refuse('actOnPeople', 409, { code: 'conflict', message });
    reached('From ONE to TWO', 'ONE');
    await place();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await screen.findByText('From ONE to TWO')).toBeTruthy();
    api.reply('actOnPeople', { act: 'place', done: 1 });
    await place();
    await screen.findByText('1 person was placed in the batch.');
    const began = api.of('actOnPeople').map(({ body }) => (body as { began: unknown }).began);
    expect(began).toEqual([{ 4: null }, { 4: 'ONE' }]);
  });

  it('chooses a project for those who have none once their batch chooses no more', async () => {
    const choices = [{ id: 'P001', name: 'Boats' }];
    api.reply('listPeople', { counts, people: [person('Devika')], next: null, places: ['ONE'], choices });
    const reached = [{ id: '6', s_id: 'devika@example.test', s_name: 'Devika', note: 'Boats' }];
    api.reply('readPeopleReach', { act: 'choose-project', batch: null, reached, refused: [] });
    await open('/staff/people?batch=ONE');
    fireEvent.click(await screen.findByLabelText('Select all on this page'));
    fireEvent.change(screen.getByLabelText('Project'), { target: { value: 'P001' } });
    const choose = screen.getByRole('button', { name: 'Choose project' });
    choose.focus();
    fireEvent.click(choose);
    const heading = await screen.findByRole('heading', { name: 'Choose a project for 1 person' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(api.of('readPeopleReach')[0]?.query).toEqual({ act: 'choose-project', ids: '6', p_id: 'P001' });
    api.reply('actOnPeople', { act: 'choose-project', done: 1 });
    const act = screen.getByRole('button', { name: 'Choose a project for 1 person' });
    act.focus();
    fireEvent.click(act);
    const said = (await screen.findByText('1 person was given a project.')).closest('[role=status]');
    await waitFor(() => expect(document.activeElement).toBe(said));
    expect(api.of('actOnPeople')[0]?.body).toEqual({ act: 'choose-project', ids: ['6'], p_id: 'P001' });
  });

  it('offers nothing where an act reaches nobody, and a reason where somebody is suspended', async () => {
    api.reply('readPeopleReach', {
      act: 'suspend',
      batch: null,
      reached: [],
      refused: [{ id: '4', s_id: 'asha@example.test', s_name: 'Asha', reason: 'Your own.' }],
    });
    await open('/staff/people?act=suspend&id=4');
    expect(await screen.findByRole('link', { name: 'Back to the list' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Suspend/ })).toBeNull();
  });

  it('says that nobody is found', async () => {
    api.reply('listPeople', { counts, people: [], next: null, places: [] });
    await open('/staff/people?q=nobody');
    expect(await screen.findByRole('heading', { name: 'No one found' })).toBeTruthy();
    expect(screen.getByText(/^Search by the start/)).toBeTruthy();
  });

  it('explains no search where there was none', async () => {
    api.reply('listPeople', { counts, people: [], next: null, places: [] });
    await open('/staff/people?stage=waiting');
    expect(await screen.findByRole('heading', { name: 'No people here' })).toBeTruthy();
    expect(screen.queryByText(/^Search by the start/)).toBeNull();
  });

  it('belongs to the office alone, whose bar stands above it', async () => {
    await open('/staff/people', mentor);
    expect(screen.getByRole('heading', { name: 'This page is for the office' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Office' })).toBeNull();
    expect(api.of('listPeople')).toEqual([]);
  });

  it('is one place of the office’s bar', async () => {
    await open('/staff/people');
    const bar = within(screen.getByRole('navigation', { name: 'Office' }));
    expect(bar.getByRole('link', { name: 'People' }).getAttribute('aria-current')).toBe('page');
  });
});

const whole: Person = {
  ...person('Asha'),
  course: 'MERN',
  exit_score: 71,
  grade: 'B',
  imported: null,
  start_date: null,
  confirmed_at: at,
  suspended_at: null,
  suspension_reason: null,
  anonymised_at: null,
  deletion_asked_at: null,
  former_addresses: [],
  places: ['ONE', 'TWO'],
  new_address: null,
  sessions: 2,
  has_password: true,
  has_second_factor: false,
  is_own: false,
  mails: true,
};

const personData: PersonData = {
  s_id: whole.s_id,
  s_name: whole.s_name,
  deletion_asked_at: null,
  anonymised: null,
  goes: { files: 1, bytes: 1, posts: 1, mails: 1, notices: 1, notes: 1 },
  stays: { hand_ins: 1, marks: 1 },
  backups: [],
};

describe('adding by hand', () => {
  const known = {
    email: 'asha@example.test',
    name: 'Asha Rao',
    phone: '',
    batch: 'OLD',
    exit_score: '',
    grade: 'B',
    has_account: false,
  };
  const open = async () => {
    await renderScreen(staffPeopleAdd, { path: '/staff/people/add', user: administrator });
    await screen.findByRole('heading', { level: 1, name: 'Add a person' });
    fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'bo@example.test' } });
  };
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Add the person' }));
  const elsewhere = () => screen.getByTestId('elsewhere').textContent;

  it('shows what is stored about an email before it is overwritten, and keeps what was typed', async () => {
    await open();
    const message = 'Other details are already stored about this email.';
    api.replyConflict('addPerson', message, known);
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'asha@example.test' } });
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Asha Nair' } });
    submit();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Asha Rao');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Nair');
    expect(screen.getByLabelText<HTMLInputElement>('Grade').value).toBe('B');
    expect(api.of('addPerson')[0]?.body).toMatchObject({ began: { email: '', name: '' } });
    // Another email is another person.
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'bo@example.test' } });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Grade').value).toBe('');
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'asha@example.test' } });
    submit();
    const again = within(await screen.findByRole('alert'));
    api.reply('addPerson', { s_id: 'asha@example.test', result: 'changed', has_account: false }, 201);
    fireEvent.click(again.getByRole('button', { name: 'Save mine anyway' }));
    await waitFor(() => expect(elsewhere()).toBe('/staff/imported/asha%40example.test'));
    expect(api.of('addPerson').at(-1)?.body).toMatchObject({
      name: 'Asha Nair',
      began: { name: 'Asha Rao' },
    });
  });

  it.each([
    ['new', false, '/staff/imported/bo%40example.test'],
    ['unchanged', false, '/staff/imported/bo%40example.test'],
    ['changed', true, '/staff/people/bo%40example.test'],
  ] as const)('ends on the page of the person, who is %s (account: %s)', async (result, has_account, to) => {
    await open();
    api.reply('addPerson', { s_id: 'bo@example.test', result, has_account }, 201);
    fireEvent.change(screen.getByLabelText('Batch'), { target: { value: 'TWO' } });
    submit();
    await waitFor(() => expect(elsewhere()).toBe(to));
    expect(api.of('addPerson')[0]?.body).toMatchObject({ email: 'bo@example.test', batch: 'TWO', name: '' });
  });

  it('shows each error at its field and keeps what was typed', async () => {
    await open();
    const message = 'A phone number has exactly ten digits';
    api.refuse('addPerson', 400, { message, fields: [{ name: 'phone', message }] });
    fireEvent.change(screen.getByLabelText('Phone Number'), { target: { value: '12' } });
    submit();
    await screen.findByText(message);
    const phone = screen.getByLabelText<HTMLInputElement>('Phone Number');
    expect(phone.getAttribute('aria-invalid')).toBe('true');
    expect(phone.value).toBe('12');
    await waitFor(() => expect(document.activeElement).toBe(phone));
  });
});

describe('a person', () => {
  const openPerson = async (of: Partial<Person> = {}) => {
    api.reply('readPerson', { ...whole, ...of });
    api.reply('readPersonData', personData);
    api.reply('listMentoredBatches', []);
    await renderScreen(staffPerson, {
      path: '/staff/people/:s_id',
      at: '/staff/people/asha%40example.test',
      user: administrator,
    });
    await screen.findByRole('heading', { level: 1, name: 'Asha' });
  };
  const formOf = (button: string) =>
    within(screen.getByRole('button', { name: button }).closest('form') as HTMLElement);

  it('is corrected, and moved, each by its form', async () => {
    await openPerson();
    const profile = formOf('Correct the details');
    fireEvent.change(profile.getByLabelText('Name'), { target: { value: 'Asha Nair' } });
    fireEvent.change(profile.getByLabelText('Exit score'), { target: { value: '81.5' } });
    api.reply('correctProfile', { ...whole, s_name: 'Asha Nair' });
    fireEvent.click(profile.getByRole('button'));
    await screen.findByText(/^Saved\. The person is notified/);
    expect(api.of('correctProfile')[0]?.body).toEqual({
      name: 'Asha Nair',
      phone: '9876543210',
      exit_score: '81.5',
      began: { name: 'Asha', exit_score: String(whole.exit_score ?? '') },
    });
    const address = formOf('Correct the email');
    fireEvent.change(address.getByLabelText('Email'), { target: { value: 'nair@example.test' } });
    fireEvent.change(address.getByLabelText('Reason'), { target: { value: 'Typed wrong.' } });
    api.reply('correctAddress', whole);
    fireEvent.click(address.getByRole('button'));
    await waitFor(() =>
      expect(api.of('correctAddress')[0]?.body).toEqual({
        email: 'nair@example.test',
        reason: 'Typed wrong.',
        began: { email: 'asha@example.test' },
      }),
    );
    const place = formOf('Move to this batch');
    fireEvent.change(place.getByLabelText('Batch'), { target: { value: 'TWO' } });
    api.reply('actOnPeople', { act: 'place', done: 1 });
    fireEvent.click(place.getByRole('button'));
    await screen.findByText('The student now has a batch and is notified.');
    const placing = { act: 'place', ids: ['4'], batch: 'TWO', began: { 4: 'ONE' } };
    expect(api.of('actOnPeople')[0]?.body).toEqual(placing);
  });

  it('is corrected beside a colleague: nothing typed is lost, and nothing of theirs is overwritten', async () => {
    await openPerson({ grade: 'B', exit_score: 60 });
    const form = formOf('Correct the details');
    const field = (label: string) => form.getByLabelText<HTMLInputElement>(label);
    const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
    const bodies = () => api.of('correctProfile').map(({ body }) => body);
    type('Name', 'Asha Nair');
    type('Grade', '');
    const theirs = { ...whole, s_name: 'Asha Menon', phone: '9000000009', grade: 'B', exit_score: 60 };
    api.replyConflict('correctProfile', 'This person’s details were changed in the meantime.', theirs);
    fireEvent.click(form.getByRole('button'));
    const alert = within(await form.findByRole('alert'));
    expect(bodies()[0]).toEqual({
      name: 'Asha Nair',
      phone: '9876543210',
      grade: null,
      began: { name: 'Asha', grade: 'B' },
    });
    expect([alert.getByText('Asha Menon'), alert.getByText('Asha Nair')]).toHaveLength(2);
    // An unchanged field shows what is stored now.
    expect([field('Name').value, field('Phone Number').value]).toEqual(['Asha Nair', '9000000009']);
    const saved = Promise.withResolvers<Person>();
    api.replyWith('correctProfile', () => saved.promise);
    fireEvent.click(alert.getByRole('button', { name: 'Save mine anyway' }));
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).toMatchObject({ name: 'Asha Nair', began: { name: 'Asha Menon', grade: 'B' } });
    type('Exit score', '70');
    const after = { ...theirs, s_name: 'Asha Nair', grade: null };
    api.reply('readPerson', after);
    saved.resolve(after);
    await screen.findByText(/^Saved\. The person is notified/);
    await waitFor(() => expect(field('Grade').value).toBe(''));
    expect([field('Name').value, field('Exit score').value]).toEqual(['Asha Nair', '70']);
    api.reply('correctProfile', after);
    fireEvent.click(form.getByRole('button'));
    await waitFor(() => expect(bodies()).toHaveLength(3));
    expect(bodies()[2]).toEqual({
      name: 'Asha Nair',
      phone: '9000000009',
      exit_score: '70',
      began: { exit_score: '60' },
    });
  });

  it('keeps what the office types of a guardian while the student names another', async () => {
    const latha = { name: 'Latha Menon', contact: 'latha@example.test', confirmed_at: null };
    await openPerson({ guardian: latha });
    const form = formOf('Confirm the guardian');
    const contact = form.getByLabelText<HTMLInputElement>('Guardian’s phone or email');
    fireEvent.change(contact, { target: { value: '9000000009' } });
    const message = 'The guardian was changed in the meantime. Your version is not saved yet.';
    api.replyConflict('confirmGuardian', message, { ...latha, name: 'L. Menon' });
    fireEvent.click(form.getByRole('button'));
    await form.findByText(message);
    expect(api.of('confirmGuardian')[0]?.body).toEqual({
      name: latha.name,
      contact: '9000000009',
      began: { contact: latha.contact },
    });
    expect([form.getByLabelText<HTMLInputElement>('Guardian’s name').value, contact.value]).toEqual([
      'L. Menon',
      '9000000009',
    ]);
  });

  it('gets a project from the office, by default the preferred one', async () => {
    const [boats, kites] = [
      { id: 'P001', name: 'Boats' },
      { id: 'P002', name: 'Kites' },
    ];
    const whatsapp = 'https://wa.me/919876543210?text=Hello';
    await openPerson({ project: null, preferred: kites, choices: [boats, kites], whatsapp });
    const chat = screen.getByRole('link', { name: 'WhatsApp to Asha' });
    expect([chat.getAttribute('href'), chat.getAttribute('rel')]).toEqual([whatsapp, 'noopener noreferrer']);
    expect(screen.getByText('None chosen yet; prefers Kites')).toBeTruthy();
    const form = formOf('Choose this project');
    expect(form.getByLabelText<HTMLSelectElement>('Project').value).toBe('P002');
    api.reply('actOnPeople', { act: 'choose-project', done: 1 });
    fireEvent.click(form.getByRole('button'));
    await screen.findByText('The project is chosen. The student is notified.');
    expect(api.of('actOnPeople')[0]?.body).toEqual({ act: 'choose-project', ids: ['4'], p_id: 'P002' });
  });

  it('gets no project with a low exit score', async () => {
    await openPerson({ project: null, exit_score: 42, choices: [{ id: 'P001', name: 'Boats' }] });
    expect(screen.getByText(/^The exit score is below 50\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose this project' })).toBeNull();
  });

  it('gets no project by one press where none is preferred', async () => {
    await openPerson({ project: null, choices: [{ id: 'P001', name: 'Boats' }] });
    const project = formOf('Choose this project').getByLabelText<HTMLSelectElement>('Project');
    expect([project.value, project.required]).toEqual(['', true]);
  });

  it('can be moved back where a move was wrong', async () => {
    await openPerson();
    api.reply('actOnPeople', { act: 'place', done: 1 });
    api.reply('readPerson', { ...whole, batch: 'TWO' });
    const place = formOf('Move to this batch');
    fireEvent.change(place.getByLabelText('Batch'), { target: { value: 'TWO' } });
    fireEvent.click(place.getByRole('button'));
    const undo = await screen.findByRole('button', { name: 'Undo: back to ONE' });
    api.reply('readPerson', whole);
    fireEvent.click(undo);
    await waitFor(() =>
      expect(api.of('actOnPeople')[1]?.body).toEqual({
        act: 'place',
        ids: ['4'],
        batch: 'ONE',
        began: { 4: 'TWO' },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
  });

  it('whom a colleague has placed meanwhile is not moved unseen', async () => {
    await openPerson({ batch: null });
    const place = formOf('Place in this batch');
    const message = 'Nothing was changed. Asha, asha@example.test: Now in ONE.';
    api.refuse('actOnPeople', 409, { code: 'conflict', message });
    api.reply('readPerson', whole);
    fireEvent.click(place.getByRole('button'));
    const move = await screen.findByRole('button', { name: 'Move to this batch' });
    const card = move.closest('details') as HTMLDetailsElement;
    expect([card.open, within(card).getByText(message) !== null]).toEqual([true, true]);
    api.reply('actOnPeople', { act: 'place', done: 1 });
    fireEvent.change(within(card).getByLabelText('Batch'), { target: { value: 'TWO' } });
    fireEvent.click(move);
    await screen.findByText('The student now has a batch and is notified.');
    const began = api.of('actOnPeople').map(({ body }) => (body as { began: unknown }).began);
    expect(began).toEqual([{ 4: null }, { 4: 'ONE' }]);
  });

  it('of the office has all four tabs, which lead to what a mentor sees', async () => {
    await openPerson();
    const tabs = within(screen.getByRole('navigation', { name: 'Parts of this page' }));
    expect(tabs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/staff/people/asha%40example.test?tab=work',
      '/staff/people/asha%40example.test?tab=time',
      '/staff/people/asha%40example.test?tab=notes',
      '/staff/people/asha%40example.test',
    ]);
  });

  it.each([
    ['a student', {}, 1],
    ['a suspended student', { suspended: true, suspended_at: at, suspension_reason: 'Left.' }, 0],
    ['an anonymised student', { anonymised: true, anonymised_at: at }, 0],
    ['a mentor', { role: 'mentor', batch: null }, 0],
  ] as const)('is seen as %s sees the portal, where there is something to see', async (_, of, links) => {
    await openPerson(of);
    expect(screen.queryAllByRole('link', { name: 'See as this student' })).toHaveLength(links);
  });

  it('is suspended with a reason, and brought back', async () => {
    await openPerson();
    const suspend = formOf('Suspend the account');
    fireEvent.change(suspend.getByLabelText('Reason'), { target: { value: 'Left.' } });
    api.reply('actOnPeople', { act: 'suspend', done: 1 });
    api.reply('readPerson', { ...whole, suspended: true, suspended_at: at, suspension_reason: 'Left.' });
    fireEvent.click(suspend.getByRole('button'));
    await screen.findByRole('button', { name: 'Reactivate the account' });
    expect(api.of('actOnPeople')[0]?.body).toEqual({ act: 'suspend', ids: ['4'], reason: 'Left.' });
    expect(screen.getByRole('note').textContent).toMatch(/^Suspended .*: Left\.$/);
    expect(screen.queryByText('New password')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Reactivate the account' }));
    const body = { act: 'bring-back', ids: ['4'], began: { 4: at } };
    await waitFor(() => expect(api.of('actOnPeople')[1]?.body).toEqual(body));
  });

  it('gets a link that is shown once', async () => {
    await openPerson({ mails: false });
    expect(screen.queryByRole('button', { name: /Email a link/ })).toBeNull();
    const link = 'https://portal.test/reset-password?token=abc';
    api.reply('makeResetLink', { link, expires_at: at }, 201);
    fireEvent.click(screen.getByRole('button', { name: 'Show a link' }));
    expect(await screen.findByText(link)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Show another link' })).toBeTruthy();
  });

  it('of one’s own cannot be suspended; one anonymised cannot be changed at all', async () => {
    await openPerson({ is_own: true, role: 'administrator', batch: null });
    expect(screen.queryByText('Suspend')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Batch' })).toBeNull();
  });

  it('once anonymised is not changed any more', async () => {
    await openPerson({ anonymised: true, anonymised_at: at });
    expect(screen.getByText(/^This person has been anonymised/)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Corrections' })).toBeNull();
  });
});
