import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { People } from '#contract/people/calls';
import { peopleView } from '#contract/people/people-view';
import { mockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { InvitePeople } from './invite-people.tsx';
import type { Live } from './use-inviting.ts';

type Of = Partial<People>;
type Ticked = { ticked?: readonly string[]; live?: readonly Live[] };

/** As the list has it: whoever was invited is no longer ticked. */
function Invited({ at, of, ticked = [], live = [] }: Ticked & { at: string; of: Of }) {
  const [emails, setEmails] = useState(ticked);
  return (
    <InvitePeople
      view={peopleView(new URLSearchParams(at))}
      people={of as People}
      ticked={emails}
      live={emails.length === 0 ? [] : live}
      isAll={emails.length === 0}
      onDone={() => setEmails([])}
    />
  );
}
const show = (at: string, of: Of, people: Ticked = {}) =>
  renderWithRouter(<Invited at={at} of={of} {...people} />, `/?${at}`);
const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;
const invited_at = '2026-11-20T04:30:00.000Z';
const asha = { ticked: ['asha@x.test'], live: [{ s_id: 'asha@x.test', invited_at }] };

const counts = { 'not-invited': 4, revoked: 1, sent: 1_234, printed: 2, opened: 3, expired: 0 };

it.each([
  ['stage=imported', ['All 5', 'Never invited 4', 'Withdrawn 1'], 'All 5'],
  ['stage=invited', ['All 1,239', 'By email 1,234', 'On paper 2', 'Opened 3', 'Expired 0'], 'All 1,239'],
  [
    'stage=invited&invitation=opened',
    ['All 1,239', 'By email 1,234', 'On paper 2', 'Opened 3', 'Expired 0'],
    'Opened 3',
  ],
  // Of the other stage: chooses nothing.
  ['stage=imported&invitation=opened', ['All 5', 'Never invited 4', 'Withdrawn 1'], 'All 5'],
])('leads to people by their invitation, with counts, at %s', async (at, labels, current) => {
  await show(at, { invitations: counts });
  const tabs = within(screen.getByRole('navigation')).getAllByRole('link');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(labels);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(current);
});

it('keeps search, batch and order on the tabs, and begins with the first page', async () => {
  await show('stage=invited&batch=ONE&q=as&sort=name&after=3.4', { invitations: counts });
  expect(screen.getByRole('link', { name: 'Expired 0' }).getAttribute('href')).toBe(
    '/staff/people?q=as&stage=invited&invitation=expired&batch=ONE&sort=name',
  );
});

it('says why there are no tabs where there are too many people, and has none at other stages', async () => {
  const { unmount } = await show('stage=invited', { unprinted: [] });
  expect(screen.getByText(/^There are too many people/)).toBeTruthy();
  unmount();
  await show('stage=placed', {});
  expect([screen.queryByRole('navigation'), screen.queryByText(/too many/)]).toEqual([null, null]);
});

it('prints a sheet at a time where more wait', async () => {
  await show('stage=imported', { to_invite: 1_234 });
  expect(button('Print for the first 100').disabled).toBe(false);
  expect(button('Email 1,234 people').disabled).toBe(false);
});

it('says each time that an invitation was emailed, and whom it invites once they are ticked', async () => {
  const api = mockApi();
  api.reply('sendInvitations', { invited: 1 });
  await show('stage=invited', {}, asha);
  expect(screen.getByText('1 person without an account is selected.')).toBeTruthy();
  fireEvent.click(button('Email 1 person'));
  await screen.findByText('1 person invited by email.');
  expect(api.of('sendInvitations')).toMatchObject([{ body: { batch: null, emails: ['asha@x.test'] } }]);
});

it('ends no invitation that a colleague has made since the page was opened', async () => {
  const api = mockApi();
  api.reply('printInvitations', { sheet: null, invitations: [], left: 0 });
  await show('stage=imported', {}, asha);
  fireEvent.click(button('Print for 1 person'));
  await screen.findByText('Nothing to print. 1 person was invited in the meantime or cannot be invited.');
  expect(api.of('printInvitations')[0]?.body).toEqual({
    batch: null,
    emails: ['asha@x.test'],
    uninvited: true,
  });
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
      code: '7KQ4M-XW2PD',
      expires_at: '2026-12-26T00:00:00.000Z',
      qr: { size: 21, path: 'M0 0h1v1z' },
    },
  ],
};

it('repeats a print whose answer was lost under the same key, and notes that the sheet was printed', async () => {
  const api = mockApi();
  api.cutOff('printInvitations');
  await show('stage=imported&batch=ONE', { to_invite: 1 });
  fireEvent.click(button('Print for 1 person'));
  await screen.findByRole('alert');
  api.reply('printInvitations', sheet);
  api.reply('settleSheet', undefined);
  fireEvent.click(button('Print for 1 person'));
  await screen.findByText('1 person on the sheet below.');
  const sent = api.of('printInvitations');
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect([keys.length, new Set(keys).size, sent[0]?.body]).toEqual([2, 1, { batch: 'ONE' }]);
  fireEvent(window, new Event('afterprint'));
  await waitFor(() => expect(api.of('settleSheet')).toMatchObject([{ params: { sheet: '7' } }]));
  await screen.findByText('1 person on the sheet below.');
});

it('offers a sheet that was made and not printed', async () => {
  const api = mockApi();
  api.reply('printSheetAgain', sheet);
  const unprinted = [{ sheet: '7', made_at: '2026-11-22T10:00:00.000Z', people: 40 }];
  await show('stage=invited', { unprinted });
  fireEvent.click(button('Print again for 40 people'));
  await screen.findByText('1 person on the sheet below.');
  expect(screen.queryByRole('button', { name: /^Print again/ })).toBeNull();
});

it('removes whom the office ticks, after a question', async () => {
  const api = mockApi();
  api.reply('removeImported', { removed: 1 });
  await show('stage=invited', {}, asha);
  fireEvent.click(button('Remove 1'));
  expect(api.of('removeImported')).toEqual([]);
  fireEvent.click(button('Remove 1 person'));
  await screen.findByText('1 person removed.');
  expect(api.of('removeImported')).toMatchObject([{ body: { emails: ['asha@x.test'] } }]);
});

it('says before the click that invitations need the portal’s address, and prints no sheet again', async () => {
  const unprinted = [{ sheet: '7', made_at: '2026-11-22T10:00:00.000Z', people: 40 }];
  await show('stage=imported', { to_invite: 1, makes_links: false, unprinted });
  expect(screen.getByText(/PUBLIC_URL/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Print|Email/ })).toBeNull();
});
