import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import type { CurrentUser } from '#contract/accounts/calls';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { student } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { readSession, rememberSession } from '../../lib/session/session.ts';
import { defaultSite, SiteContext } from '../../lib/page/site.ts';
import { clientAction } from '../../routes/account.tsx';
import { ScreenMessage } from '../frame/screen-message.tsx';
import { ConfirmNotice } from './confirm-notice.tsx';

const show = (confirmation: CurrentUser['confirmation'], sendsMail = true) =>
  renderWithRouter(
    createElement(
      SiteContext,
      { value: { ...defaultSite, sendsMail } },
      <ConfirmNotice user={{ ...student, confirmation }} />,
      <ScreenMessage />,
    ),
    '/',
    clientAction,
  );

it('sends the link again, says so, and says why not', async () => {
  const api = mockApi();
  rememberSession(student);
  api.reply('sendConfirmation', { message: ownAccountMessages.confirmationSent });
  await show('needed');
  expect(screen.getByText(/After that you can choose a project/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send the link again' }));
  expect(await screen.findByText(ownAccountMessages.confirmationSent)).toBeTruthy();
  api.refuse('sendConfirmation', 429, { message: 'Often enough.' });
  fireEvent.click(screen.getByRole('button', { name: 'Send the link again' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Often enough.'));
  expect(screen.queryByText(ownAccountMessages.confirmationSent)).toBeNull();
});

it('names nothing that waits where nothing does', async () => {
  await show('asked');
  expect(screen.getByText(/open the confirmation link that we send there/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send me the link' })).toBeTruthy();
});

it('without mail it names the office, and has no button', async () => {
  await show('needed', false);
  expect(screen.getByText(/The office will confirm/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('is not there for an address that is confirmed', async () => {
  const { container } = await show('none');
  expect(container.textContent).toBe('');
});

it('learns from the portal, when its tab is shown again, that the link was opened in another one', async () => {
  const api = mockApi();
  rememberSession({ ...student, confirmation: 'needed' });
  api.reply('readSession', { student });
  await show('needed');
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(api.of('readSession')).toHaveLength(1));
  await waitFor(async () => expect((await readSession())?.confirmation).toBe('none'));
});
