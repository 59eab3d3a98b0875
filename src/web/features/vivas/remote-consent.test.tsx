import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen, renderWithRouter } from '#support/render-screen';
import * as vivaConsent from '../../routes/viva-consent.tsx';
import { AskForRemote } from './remote-consent.tsx';

const given_at = '2026-11-30T09:00:00.000Z';
const consent = { asked: true, words: 'I agree to a viva by video link.', given_at: null };

it.each([
  ['unknown', null, null],
  ['no link', { ...consent, asked: false }, null],
  ['not agreed', consent, 'Please agree to that'],
  ['agreed', { ...consent, given_at }, 'You agreed to a viva by video link'],
])('the viva page asks once: %s', async (_, of, link) => {
  await renderWithRouter(<AskForRemote consent={of} />);
  const links = screen.queryAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(link === null ? [] : [link]);
  for (const one of links) expect(one.getAttribute('href')).toBe('/viva-consent');
});

let api: MockApi;
beforeEach(() => {
  api = mockApi();
});
const open = async (of: object) => {
  api.reply('readRemoteConsent', { ...consent, ...of });
  await renderScreen(vivaConsent, { path: '/viva-consent', user: student });
  await settle(() => screen.getByRole('heading', { level: 1, name: 'Viva by video link' }));
};
const sent = () => api.of('setRemoteConsent').map(({ body }) => body);

it.each([
  [null, 'Agree to the video link', true],
  [given_at, 'Withdraw your agreement', false],
])('agreed at %s, the button %j sends agrees: %j', async (at, button, agrees) => {
  await open({ given_at: at });
  expect(screen.getByText(consent.words)).toBeTruthy();
  api.reply('setRemoteConsent', { ...consent, given_at: agrees ? given_at : null });
  fireEvent.click(screen.getByRole('button', { name: button }));
  await settle(() => expect(sent()).toEqual([{ agrees }]));
});

it('without a viva by link there is nothing to agree to', async () => {
  await open({ asked: false });
  expect(screen.getByText('Your viva is not by video link.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /agree/i })).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to your viva' }).getAttribute('href')).toBe('/viva');
});
