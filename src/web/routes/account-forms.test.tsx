import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { messages } from '#contract/messages';
import { alertText, field, fill, press } from '#support/form-steps';
import { mockApi } from '#support/mock-api';
import { createElement } from 'react';
import { addressOf, renderScreen, renderWithRouter } from '#support/render-screen';
import { defaultSite, SiteContext } from '../lib/page/site.ts';
import * as forgotPassword from './forgot-password.tsx';
import * as login from './login.tsx';
import * as resetPassword from './reset-password.tsx';
import * as setup from './setup.tsx';
import * as signup from './signup.tsx';

describe('a forgotten password', () => {
  const open = () => renderScreen(forgotPassword, { path: '/forgot-password' });

  it('needs an address, and the red leaves when it is one', async () => {
    mockApi();
    await open();
    press('Send me a link');
    await waitFor(() => expect(document.activeElement).toBe(field('Email')));
    expect(document.getElementById(field('Email').getAttribute('aria-describedby')!)?.textContent).toBe(
      'A valid email is required',
    );
    fill({ Email: 'asha@example' });
    expect(screen.queryByText('A valid email is required')).not.toBeNull();
    fill({ Email: 'asha@example.test' });
    expect(screen.queryByText('A valid email is required')).toBeNull();
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

  it('without mail there is no form, but who can help', async () => {
    const site = { ...defaultSite, sendsMail: false };
    await renderWithRouter(
      createElement(SiteContext, { value: site }, createElement(forgotPassword.default)),
    );
    expect(screen.getByText(/ask the office for a link/)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a one-time link', () => {
  it('sets a new password and says so on the login screen', async () => {
    const api = mockApi();
    api.reply('resetPassword', undefined);
    const { router } = await renderScreen(resetPassword, {
      path: '/reset-password',
      at: '/reset-password?token=t-1',
    });
    fill({ 'New password': 'short' });
    press('Save the password');
    await waitFor(() => expect(alertText()).toBe('Password must be at least 6 characters long'));
    fill({ 'New password': 'secret-2' });
    expect(screen.queryByRole('alert'), 'what is right is not red').toBeNull();
    press('Save the password');
    await screen.findByTestId('elsewhere');
    expect(api.of('resetPassword').map(({ body }) => body)).toEqual([{ token: 't-1', password: 'secret-2' }]);
    expect(addressOf(router)).toBe('/login');
    expect(router.state.location.state).toEqual({ notice: 'Your new password is saved. Please log in.' });
  });

  it('that was used meanwhile says so, and keeps the form', async () => {
    mockApi().refuse('setUpAdministrator', 400, { message: messages.tokenInvalid });
    await renderScreen(setup, { path: '/setup', at: '/setup?token=t-1' });
    fill({ Name: 'Latha', Email: 'latha@example.test', Password: 'monsoon-7-kayal' });
    press('Create the administrator');
    await waitFor(() => expect(alertText()).toBe(messages.tokenInvalid));
    expect(field('Name').value).toBe('Latha');
  });

  it.each([
    ['dead', 'This link has been used already or has expired'],
    ['missing', 'This link is not complete'],
  ])('that is %s is told in place of the form, with the way on', async (state, title) => {
    const path = '/reset-password';
    await renderScreen({ ...resetPassword, clientLoader: () => state }, { path });
    expect(screen.getByText(title)).toBeTruthy();
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
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
    await renderScreen(module, { path, at: `${path}?token=t-1` });
    for (const [label, purpose] of Object.entries(fields)) {
      expect(field(label).getAttribute('autocomplete'), label).toBe(purpose);
      expect(fireEvent.paste(field(label)), `pasting into ${label}`).toBe(true);
    }
  },
);
