import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages';
import { student } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { alertText, field, fill, press } from '#support/form-steps';
import { mockApi } from '#support/mock-api';
import { addressOf, renderScreen } from '#support/render-screen';
import * as signup from './signup.tsx';

/** The error that a field refers to. */
const errorAt = (label: string) =>
  field(label).getAttribute('aria-invalid') === null
    ? ''
    : (document.getElementById(field(label).getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
        ?.textContent ?? '');

describe('signup', () => {
  const valid = {
    Name: 'Asha Kumari',
    Email: ' Asha@example.test',
    Password: 'secret-1',
    'Phone Number': '98765 43-210',
    'Batch Name': 'MERN-2026-11',
  };
  const nothing = { Name: '', Email: '', Password: '', 'Phone Number': '', 'Batch Name': '' };
  const terms = 'Agree to our terms and conditions';
  /** Typing a batch's name asks for suggestions after a while. */
  const signUpApi = () => {
    const api = mockApi();
    api.reply('suggestBatches', []);
    return api;
  };
  const open = () => renderScreen(signup, { path: '/signup' });

  // Each form is wrong from one field on to the end: the first failure stands above the button.
  it.each([
    ['Name is required', nothing, 'Name', false],
    ['A valid email is required', { ...nothing, Name: 'Asha' }, 'Email', false],
    ['A valid email is required', { Email: 'asha@nowhere' }, 'Email', true],
    [
      'Password must be at least 6 characters long',
      { Password: 'five5', 'Phone Number': '', 'Batch Name': '' },
      'Password',
      false,
    ],
    [
      'A valid phone number is required',
      { 'Phone Number': '98765432101', 'Batch Name': '' },
      'Phone Number',
      false,
    ],
    ['A valid phone number is required', { 'Phone Number': '98765 4321' }, 'Phone Number', true],
    ['Batch name is required', { 'Batch Name': ' ' }, 'Batch Name', false],
    ['You must agree to the terms and conditions', {}, terms, false],
  ])('%s: %o', async (message, change, label, agrees) => {
    const api = signUpApi();
    await open();
    fill({ ...valid, ...change });
    if (agrees) fireEvent.click(field(terms));
    press('Continue');
    await waitFor(() => expect(alertText()).toBe(message));
    expect(screen.getAllByText(message), 'once').toHaveLength(1);
    expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(1);
    const input = field(label);
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(errorAt(label)).toBe(message);
    expect(api.of('signUp')).toEqual([]);
  });

  it('sends what was typed, empties the form, and goes to the login after 1,000 ms with its message', async () => {
    freezeClock('2026-11-21T09:00:00.000Z');
    const api = signUpApi();
    api.reply('signUp', { message: messages.signedUp, student }, 201);
    const { router } = await open();
    fill(valid);
    fireEvent.click(field(terms));
    press('Continue');
    await settle(() => expect(alertText()).toBe('Welcome! Your account is ready. Please log in.'));
    expect(api.of('signUp').map(({ body }) => body)).toEqual([
      {
        name: 'Asha Kumari',
        email: 'Asha@example.test',
        password: 'secret-1',
        phone: '9876543210',
        batch: 'MERN-2026-11',
        terms: true,
      },
    ]);
    expect(Object.keys(valid).map((label) => field(label).value)).toEqual(['', '', '', '', '']);
    expect(field(terms).checked).toBe(false);
    press('Continue');
    await advanceClock(990);
    expect(addressOf(router)).toBe('/signup');
    await advanceClock(10);
    expect(addressOf(router)).toBe('/login');
    expect(router.state.location.state).toEqual({
      notice: messages.signedUp,
      email: student.s_id,
      batch: null,
    });
    expect(api.of('signUp')).toHaveLength(1);
  });

  it('an empty form says the first failure alone, and the next one after the next click', async () => {
    signUpApi();
    await open();
    press('Continue');
    await waitFor(() => expect(alertText()).toBe('Name is required'));
    for (const other of [
      messages.emailInvalid,
      messages.passwordShort,
      messages.phoneInvalid,
      messages.batchRequired,
      messages.termsRequired,
    ])
      expect(screen.queryByText(other)).toBeNull();
    fill({ 'Phone Number': '98765' });
    expect(alertText(), 'still wrong').toBe('Name is required');
    fill({ Name: 'Asha' });
    expect(screen.queryByRole('alert'), 'nothing becomes red before the next click').toBeNull();
    expect(errorAt('Name')).toBe('');
    press('Continue');
    await waitFor(() => expect(alertText()).toBe('A valid email is required'));
  });

  it('an address that is taken is red until it is another one', async () => {
    const api = signUpApi();
    api.refuse('signUp', 409, {
      message: 'An account with this email already exists. Please log in instead.',
    });
    await open();
    fill(valid);
    fireEvent.click(field(terms));
    press('Continue');
    await waitFor(() =>
      expect(alertText()).toBe('An account with this email already exists. Please log in instead.'),
    );
    expect(errorAt('Email')).toBe('An account with this email already exists. Please log in instead.');
    fill({ Name: 'Asha K.' });
    expect(errorAt('Email')).toBe('An account with this email already exists. Please log in instead.');
    fill({ Email: 'asha2@example.test' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says at once what became of a batch that is not open', async () => {
    const api = signUpApi();
    api.reply('signUp', { message: messages.signedUp, student: { ...student, batch: 'MERN-2026-11' } }, 201);
    await open();
    fill({ ...valid, 'Batch Name': 'DSA-2026-1O' });
    fireEvent.click(field(terms));
    press('Continue');
    await waitFor(() =>
      expect(alertText()).toContain('No open batch is called “DSA-2026-1O”. You joined MERN-2026-11.'),
    );
  });

  it('asks back once for nearly the name of a batch before it sends, and takes the same name sent again', async () => {
    const api = signUpApi();
    api.reply('suggestBatches', [{ name: 'DSA-2026-10', course: 'Data Science' }]);
    api.reply('signUp', { message: messages.signedUp, student: { ...student, batch: null } }, 201);
    await open();
    fill({ ...valid, 'Batch Name': 'DSA-2026-1O' });
    fireEvent.click(field(terms));
    press('Continue');
    await waitFor(() => expect(alertText()).toBe('Did you mean DSA-2026-10? If not, click Continue again.'));
    await waitFor(() => expect(document.activeElement).toBe(field('Batch Name')));
    expect(errorAt('Batch Name')).toBe('Did you mean DSA-2026-10? If not, click Continue again.');
    expect(field('Password').value).toBe('secret-1');
    expect(api.of('signUp')).toEqual([]);
    fill({ 'Batch Name': 'DSA-2026-1' });
    press('Continue');
    await waitFor(() => expect(alertText(), 'another name is asked of its own').toContain('Did you mean'));
    press('Continue');
    await waitFor(() => expect(alertText()).toContain('No open batch is called “DSA-2026-1”.'));
    expect(api.of('signUp').map(({ body }) => (body as { batch: string }).batch)).toEqual(['DSA-2026-1']);
  });

  it('offers each name that it asked about as a whole', async () => {
    const api = signUpApi();
    const near = [
      { name: 'Tally or SAP', course: 'Accounting' },
      { name: 'Tally', course: 'Accounting' },
    ];
    api.reply('suggestBatches', near);
    await open();
    fill({ ...valid, 'Batch Name': 'Taly or SAP' });
    fireEvent.click(field(terms));
    press('Continue');
    await waitFor(() => expect(alertText()).toContain('Did you mean Tally or SAP or Tally?'));
    const offered = screen.getAllByRole('button', { name: /^Use/ });
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Use Tally or SAP', 'Use Tally']);
  });

  it('signs up with the name that it asked about when its button is clicked', async () => {
    const api = signUpApi();
    api.reply('suggestBatches', [{ name: 'DSA-2026-10', course: 'Data Science' }]);
    api.reply('signUp', { message: messages.signedUp, student: { ...student, batch: 'DSA-2026-10' } }, 201);
    await open();
    fill({ ...valid, 'Batch Name': 'DSA-2026-1O' });
    fireEvent.click(field(terms));
    press('Continue');
    await screen.findByRole('button', { name: 'Use DSA-2026-10' });
    press('Use DSA-2026-10');
    await waitFor(() => expect(alertText()).toBe(messages.signedUp));
    expect(api.of('signUp').map(({ body }) => (body as { batch: string }).batch)).toEqual(['DSA-2026-10']);
  });

  it('says how one comes into a batch for invited students, before and after', async () => {
    const api = signUpApi();
    api.reply('suggestBatches', [{ name: 'EVE-1', course: 'Data Science', joining: 'invited' }]);
    api.reply('signUp', { message: messages.signedUp, student: { ...student, batch: null } }, 201);
    await open();
    fill({ ...valid, 'Batch Name': 'eve-1' });
    fireEvent.click(field(terms));
    expect(await screen.findByText(/^Only for invited students/)).toBeTruthy();
    press('Continue');
    await waitFor(() => expect(alertText()).toContain('“eve-1” is for invited students.'));
    expect(api.of('suggestBatches'), 'it knew from the field').toHaveLength(1);
  });

  it('keeps the form when the server fails, and goes through afterwards', async () => {
    const api = signUpApi();
    api.refuse('signUp', 500, { message: 'Out of order.' });
    await open();
    fill(valid);
    fireEvent.click(field(terms));
    press('Continue');
    await waitFor(() => expect(alertText()).toBe('Out of order.'));
    expect(field('Password').value).toBe('secret-1');
    api.reply('signUp', { message: messages.signedUp, student }, 201);
    press('Continue');
    await waitFor(() => expect(alertText()).toBe(messages.signedUp));
  });

  it.each([
    ['12345', 'At least 6 characters'],
    ['secret', 'Password strength: weak'],
    ['monsoon-7-Kayal-lamp', 'Password strength: strong'],
  ])('the password %s: %s', async (typed, hint) => {
    signUpApi();
    await open();
    fill({ Password: typed });
    expect(screen.getByText(hint)).toBeTruthy();
  });

  it('suggests open batches after a pause in typing, and goes on without them', async () => {
    freezeClock('2026-11-21T09:00:00.000Z');
    const api = signUpApi();
    api.reply('suggestBatches', [{ name: 'MERN-2026-11', course: 'MERN Stack' }]);
    await open();
    fill({ 'Batch Name': 'M' });
    await advanceClock(150);
    fill({ 'Batch Name': 'ME' });
    await advanceClock(150);
    expect(api.of('suggestBatches')).toEqual([]);
    await advanceClock(50);
    await settle(() => expect(document.querySelector('datalist option')).not.toBeNull());
    expect(api.of('suggestBatches').map(({ query }) => query)).toEqual([{ q: 'ME' }]);
    expect(field('Batch Name').getAttribute('list')).toBe(document.querySelector('datalist')?.id);
    api.cutOff('suggestBatches');
    fill({ 'Batch Name': 'MER' });
    await advanceClock(200);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks back for a name that is nearly that of an open batch, and takes it at a press', async () => {
    freezeClock('2026-11-21T09:00:00.000Z');
    const api = signUpApi();
    api.reply('suggestBatches', [{ name: 'DSA-2026-10', course: 'Data Science' }]);
    await open();
    fill({ 'Batch Name': 'DSA-2026-1O' });
    await advanceClock(200);
    await settle(() => screen.getByText(/Did you mean/));
    press('DSA-2026-10');
    expect(field('Batch Name').value).toBe('DSA-2026-10');
    await advanceClock(200);
    await settle(() => screen.getByText(/As in your admission letter/));
    api.reply('suggestBatches', []);
    fill({ 'Batch Name': 'Evening group' });
    await advanceClock(200);
    await settle(() => screen.getByText(/No open batch has this name/));
  });
});
