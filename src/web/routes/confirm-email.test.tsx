import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { messages } from '#contract/messages';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as confirmEmail from './confirm-email.tsx';

const path = '/confirm-email';
const open = (state = 'good') =>
  renderScreen({ ...confirmEmail, clientLoader: () => state }, { path, at: `${path}?token=t-1` });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Confirm my email' }));

it('confirms with one press, and leads on', async () => {
  const api = mockApi();
  api.reply('confirmEmail', { message: messages.addressConfirmed });
  await open();
  press();
  expect(await screen.findByText(messages.addressConfirmed)).toBeTruthy();
  expect(api.of('confirmEmail').map(({ body }) => body)).toEqual([{ token: 't-1' }]);
  expect(screen.getByRole('link', { name: 'Go to the portal' }).getAttribute('href')).toBe('/login');
});

it('a link that was used meanwhile says so, and keeps the button', async () => {
  mockApi().refuse('confirmEmail', 400, { message: messages.tokenInvalid });
  await open();
  press();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(messages.tokenInvalid));
});

it.each([
  ['done', messages.addressConfirmedBefore],
  ['dead', 'This link has been used already or has expired'],
  ['missing', 'This link is not complete'],
])('a link that is %s is told in place of the button', async (state, words) => {
  await open(state);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm my email' })).toBeNull();
});
