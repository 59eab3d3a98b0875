import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages';
import { mentor, student } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { alertText, fill, press } from '#support/form-steps';
import { mockApi } from '#support/mock-api';
import { addressOf, renderScreen } from '#support/render-screen';
import * as login from './login.tsx';

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
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(document.getElementById(input.getAttribute('aria-describedby')!)?.textContent).toBe(message);
    expect(screen.getAllByText(message)).toHaveLength(1);
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

  it('after a signup it knows the address, and what became of the batch', async () => {
    const { router } = await renderScreen(login, { path: '/login', at: '/elsewhere' });
    const state = { notice: messages.signedUp, email: 'asha@example.test', batch: 'You joined another.' };
    await act(() => router.navigate('/login', { state }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('asha@example.test');
    expect(alertText()).toBe(`${messages.signedUp}You joined another.`);
  });

  it('a busy portal is asked again by itself, no earlier than it says, and says so', async () => {
    freezeClock('2026-11-18T09:00:00.000Z');
    const api = mockApi();
    api.refuse('logIn', 503, { message: 'Busy.', retryAfter: '5' });
    await open();
    logIn();
    await settle(() => screen.getByText('It will log you in automatically in a moment.'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Login' }).getAttribute('aria-disabled')).toBe('true');
    api.reply('logIn', success());
    await advanceClock(4_999);
    expect(api.of('logIn')).toHaveLength(1);
    await advanceClock(1_300);
    await settle(() => screen.getByTestId('elsewhere'));
    expect(api.of('logIn')).toHaveLength(2);
  });

  it('what waits stops when a field is changed', async () => {
    freezeClock('2026-11-18T09:00:00.000Z');
    const api = mockApi();
    api.breakDown(502, 'logIn');
    await open();
    logIn();
    await settle(() => screen.getByText('It will log you in automatically in a moment.'));
    fill({ Password: 'secret-2' });
    await settle(() => expect(alertText()).toBe('Login failed. Please try again.'));
    await advanceClock(600_000);
    expect(api.of('logIn')).toHaveLength(1);
    api.reply('logIn', success());
    press('Login');
    await settle(() => screen.getByTestId('elsewhere'));
    expect(api.of('logIn')[1]?.body).toMatchObject({ password: 'secret-2' });
  });

  it('a portal that stays busy ends in the words of a failed login', async () => {
    freezeClock('2026-11-18T09:00:00.000Z');
    const api = mockApi();
    api.refuse('logIn', 503, { message: 'Busy.' });
    await open();
    logIn();
    await settle(() => screen.getByText('It will log you in automatically in a moment.'));
    for (let minute = 0; minute < 10; minute++) await advanceClock(60_000);
    await settle(() => expect(alertText()).toBe('Login failed. Please try again.'));
    expect(api.of('logIn').length).toBeLessThanOrEqual(9);
    expect(screen.getByRole('button', { name: 'Login' }).getAttribute('aria-disabled')).toBeNull();
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
