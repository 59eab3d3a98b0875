import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { InvitedPerson } from '#contract/people/invitation-calls';
import { mockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { InvitationList } from './invitation-list.tsx';

const asha: InvitedPerson = {
  s_id: 'asha@x.test',
  name: 'Asha Rao',
  batch: 'MERN-1',
  state: 'printed',
  way: 'print',
  invited_at: '2026-11-22T10:00:00.000Z',
  expires_at: '2026-12-22T10:00:00.000Z',
};

const show = (people: readonly InvitedPerson[], waiting: number) =>
  renderWithRouter(<InvitationList people={people} waiting={waiting} batch={null} sendsMail />);
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;

it('says that nobody is left once all are invited; whoever is ticked is invited again', async () => {
  await show([asha], 0);
  expect(screen.getByText(/^Everyone has been invited/)).toBeTruthy();
  expect(button('Nothing to print').disabled).toBe(true);
  expect(button('No one to email').disabled).toBe(true);
  expect(document.body.textContent).not.toContain('0 people');
  fireEvent.click(screen.getByRole('checkbox', { name: /Asha Rao/ }));
  expect(screen.getByText('1 person ticked.')).toBeTruthy();
  expect(button('Print for 1 person').disabled).toBe(false);
  expect(button('Email 1 person').disabled).toBe(false);
  expect(screen.getByRole('link', { name: 'Correct Asha Rao' }).getAttribute('href')).toBe(
    '/staff/people/add?email=asha%40x.test',
  );
});

it('prints a sheet at a time where more wait', async () => {
  await show([asha], 1_234);
  expect(button('Print for the first 100').disabled).toBe(false);
  expect(button('Email 1,234 people').disabled).toBe(false);
});

it('says once of an empty list that it is empty', async () => {
  await show([], 0);
  expect(screen.getByText('No invitations here')).toBeTruthy();
  expect([screen.queryByRole('button'), screen.queryByText(/no one/i)]).toEqual([null, null]);
});

it('selects everybody on the page who can be invited again at once, and nobody who has come', async () => {
  const people = [
    asha,
    { ...asha, s_id: 'bala@x.test' },
    { ...asha, s_id: 'devi@x.test', state: 'used' as const },
  ];
  await show(people, 0);
  fireEvent.click(button('Select all on this page (2)'));
  expect(screen.getByText('2 people ticked.')).toBeTruthy();
  expect(button('Email 2 people').disabled).toBe(false);
  fireEvent.click(button('Clear selection'));
  expect(button('No one to email').disabled).toBe(true);
});

it('says each time that an invitation was emailed, also in the same words', async () => {
  mockApi().reply('sendInvitations', { invited: 1 });
  await show([asha], 0);
  const invite = async () => {
    fireEvent.click(screen.getByRole('checkbox', { name: /Asha Rao/ }));
    fireEvent.click(button('Email 1 person'));
    await screen.findByText('No one to email');
    return screen.findByText('1 person invited by email.');
  };
  const first = await invite();
  expect(await invite()).not.toBe(first);
});
