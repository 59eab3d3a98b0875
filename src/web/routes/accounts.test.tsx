import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages';
import { mentor, student } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as forgotPassword from './forgot-password.tsx';
import * as login from './login.tsx';
import * as resetPassword from './reset-password.tsx';
import * as setup from './setup.tsx';
import * as signup from './signup.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const alertText = () => screen.getByRole('alert').textContent;
const fill = (fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) fireEvent.change(field(label), { target: { value } });
};
const addressOf = (router: { state: { location: { pathname: string; search: string } } }) =>
  router.state.location.pathname + router.state.location.search;

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

  // Each form is wrong from one field on to the end: only the first failure is shown.
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
    expect(alertText()).toBe(message);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    const input = field(label);
    expect(document.activeElement).toBe(input);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-describedby')?.split(' ')).toContain(screen.getByRole('alert').id);
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
      },
    ]);
    expect(Object.keys(valid).map((label) => field(label).value)).toEqual(['', '', '', '', '']);
    expect(field(terms).checked).toBe(false);
    press('Continue');
    await advanceClock(990);
    expect(addressOf(router)).toBe('/signup');
    await advanceClock(10);
    expect(addressOf(router)).toBe('/login');
    expect(router.state.location.state).toEqual({ notice: messages.signedUp });
    expect(api.of('signUp')).toHaveLength(1);
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
    ['secret', 'This one is weak'],
    ['monsoon-7-Kayal-lamp', 'This one is strong'],
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
});

describe('login', () => {
  const open = (at = '/login') => renderScreen(login, { path: '/login', at });
  const logIn = () => {
    fill({ Email: 'asha@example.test', Password: 'secret-1' });
    press('Login');
  };
  const success = (user = student) => ({ message: messages.loginSuccessful, student: user }) as const;

  it.each([
    ['Email is required', 'Email', {}],
    ['Password is required', 'Password', { Email: 'asha@example.test' }],
  ])('%s', async (message, label, typed) => {
    const api = mockApi();
    await open();
    fill(typed);
    press('Login');
    const input = screen.getByLabelText(label);
    expect(document.activeElement).toBe(input);
    expect(document.getElementById(input.getAttribute('aria-describedby')!)?.textContent).toBe(message);
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['a wrong password', 401, 'Invalid credentials. Please try again.'],
    ['a failing server', 500, 'Login failed. Please try again.'],
    ['too many attempts', 429, 'Login failed. Please try again. Wait a minute.'],
  ])('%s', async (_, status, message) => {
    mockApi().refuse('logIn', status, { message: 'Wait a minute.' });
    await open();
    logIn();
    await waitFor(() => expect(alertText()).toBe(message));
  });

  it('no answer is no wrong password', async () => {
    mockApi().cutOff('logIn');
    await open();
    logIn();
    await waitFor(() => expect(alertText()).toBe('Login failed. Please try again.'));
  });

  it('any other success message is no login (specification, section 8)', async () => {
    mockApi().replyBroken('logIn', { message: 'Something else', student });
    const { router } = await open();
    logIn();
    await waitFor(() => expect(alertText()).toBe('Invalid credentials. Please try again.'));
    expect(addressOf(router)).toBe('/login');
  });

  it.each([
    ['', '/StudentDashboard', student],
    ['', '/staff', mentor],
    ['?next=%2FWeeklySubmission%3Fweek%3D2', '/WeeklySubmission?week=2', student],
    ['?next=%2F%2Fevil.example%2F', '/StudentDashboard', student],
    ['?next=https%3A%2F%2Fevil.example%2F', '/StudentDashboard', student],
    ['?next=%2F%5Cevil.example', '/StudentDashboard', student],
  ])('%s leads to %s', async (query, address, user) => {
    mockApi().reply('logIn', success(user));
    const { router } = await open(`/login${query}`);
    logIn();
    await screen.findByTestId('elsewhere');
    expect(addressOf(router)).toBe(address);
    expect(router.state.location.state).toEqual({ s_id: user.s_id });
  });

  it('a double press logs in once', async () => {
    const api = mockApi();
    api.reply('logIn', success());
    await open();
    fill({ Email: 'asha@example.test', Password: 'secret-1' });
    await userEvent.dblClick(screen.getByRole('button', { name: 'Login' }));
    await screen.findByTestId('elsewhere');
    expect(api.of('logIn')).toHaveLength(1);
  });
});

describe('a forgotten password', () => {
  const open = () => renderScreen(forgotPassword, { path: '/forgot-password' });

  it('needs an address', async () => {
    mockApi();
    await open();
    press('Send me a link');
    expect(document.activeElement).toBe(field('Email'));
    expect(document.getElementById(field('Email').getAttribute('aria-describedby')!)?.textContent).toBe(
      'A valid email is required',
    );
  });

  it.each([messages.resetLinkSent, messages.resetLinkNotSent])('shows the answer: %s', async (message) => {
    const api = mockApi();
    api.reply('forgotPassword', { message });
    await open();
    fill({ Email: ' Asha@Example.test ' });
    press('Send me a link');
    await waitFor(() => expect(alertText()).toBe(message));
    expect(api.of('forgotPassword')[0]?.body).toEqual({ email: 'asha@example.test' });
  });
});

describe('a one-time link', () => {
  // The token is read from the window's address, which the router of a test does not change.
  const withToken = (path: string) => window.history.replaceState(null, '', `${path}?token=t-1`);

  it('sets a new password and says so on the login screen', async () => {
    withToken('/reset-password');
    const api = mockApi();
    api.reply('resetPassword', undefined);
    const { router } = await renderScreen(resetPassword, { path: '/reset-password' });
    fill({ 'New password': 'short' });
    press('Save the password');
    expect(alertText()).toBe('Password must be at least 6 characters long');
    fill({ 'New password': 'secret-2' });
    press('Save the password');
    await screen.findByTestId('elsewhere');
    expect(api.of('resetPassword').map(({ body }) => body)).toEqual([{ token: 't-1', password: 'secret-2' }]);
    expect(addressOf(router)).toBe('/login');
    expect(router.state.location.state).toEqual({ notice: 'Your new password is saved. Please log in.' });
  });

  it('that was used already says so, and keeps the form', async () => {
    withToken('/setup');
    mockApi().refuse('setUpAdministrator', 400, { message: messages.tokenInvalid });
    await renderScreen(setup, { path: '/setup' });
    fill({ Name: 'Latha', Email: 'latha@example.test', Password: 'secret-3' });
    press('Make the administrator');
    await waitFor(() => expect(alertText()).toBe(messages.tokenInvalid));
    expect(field('Name').value).toBe('Latha');
  });
});

it.each([
  [login, '/login', { Email: 'username', Password: 'current-password' }],
  [
    signup,
    '/signup',
    { Name: 'name', Email: 'email', Password: 'new-password', 'Phone Number': 'tel-national' },
  ],
  [forgotPassword, '/forgot-password', { Email: 'username' }],
  [resetPassword, '/reset-password', { 'New password': 'new-password' }],
  [setup, '/setup', { Name: 'name', Email: 'username', Password: 'new-password' }],
] as const)(
  '%#: fields name their purpose to password managers and take what is pasted',
  async (module, path, fields) => {
    mockApi();
    await renderScreen(module, { path });
    for (const [label, purpose] of Object.entries(fields)) {
      expect(field(label).getAttribute('autocomplete'), label).toBe(purpose);
      expect(fireEvent.paste(field(label)), `pasting into ${label}`).toBe(true);
    }
  },
);
