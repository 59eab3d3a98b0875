import { fireEvent, screen, waitFor } from '@testing-library/react';
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
  awaits_print: false,
};

type Props = Partial<Parameters<typeof InvitationList>[0]>;
const show = (people: readonly InvitedPerson[], waiting: number, more: Props = {}) =>
  renderWithRouter(
    <InvitationList
      people={people}
      waiting={waiting}
      unprinted={[]}
      batch={null}
      makesLinks
      sendsMail
      {...more}
    />,
  );
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
    '/staff/imported/asha%40x.test',
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

const sheet = {
  sheet: '7',
  left: 0,
  invitations: [
    {
      s_id: 'asha@x.test',
      name: 'Asha Rao',
      batch: null,
      link: 'https://portal.example/invitation?token=a',
      expires_at: '2026-12-26T00:00:00.000Z',
      qr: { size: 21, path: 'M0 0h1v1z' },
    },
  ],
};

it('repeats a print whose answer was lost under the same key, and notes that the sheet was printed', async () => {
  const api = mockApi();
  api.cutOff('printInvitations');
  await show([asha], 1);
  fireEvent.click(button('Print for 1 person'));
  await screen.findByRole('alert');
  api.reply('printInvitations', sheet);
  api.reply('settleSheet', undefined);
  fireEvent.click(button('Print for 1 person'));
  await screen.findByText('1 person on the sheet below.');
  const keys = api.of('printInvitations').map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  fireEvent(window, new Event('afterprint'));
  await waitFor(() => expect(api.of('settleSheet')).toMatchObject([{ params: { sheet: '7' } }]));
  await screen.findByText('1 person on the sheet below.');
});

it('offers a sheet that was made and not printed', async () => {
  const api = mockApi();
  api.reply('printSheetAgain', sheet);
  const unprinted = [{ sheet: '7', made_at: '2026-11-22T10:00:00.000Z', people: 40 }];
  await show([{ ...asha, awaits_print: true }], 0, { unprinted });
  expect(screen.getByText('Made, not printed', { selector: 'li *' })).toBeTruthy();
  fireEvent.click(button('Print again for 40 people'));
  await screen.findByText('1 person on the sheet below.');
  expect(screen.queryByRole('button', { name: /^Print again/ })).toBeNull();
});

it('removes whom the office ticks, after a question', async () => {
  const api = mockApi();
  api.reply('removeImported', { removed: 1 });
  await show([asha], 0);
  fireEvent.click(screen.getByRole('checkbox', { name: /Asha Rao/ }));
  fireEvent.click(button('Remove 1'));
  expect(api.of('removeImported')).toEqual([]);
  fireEvent.click(button('Remove 1 person'));
  await screen.findByText('1 person removed.');
  expect(api.of('removeImported')).toMatchObject([{ body: { emails: ['asha@x.test'] } }]);
});

it('says before the click that invitations need the portal’s address', async () => {
  await show([asha], 1, { makesLinks: false });
  expect(screen.getByText(/PUBLIC_URL/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Print|Email/ })).toBeNull();
});
