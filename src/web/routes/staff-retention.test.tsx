import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Retention } from '#contract/privacy/retention-calls';
import { administrator } from '#support/catalogue-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffRetention from './staff-retention.tsx';

const at = '2026-11-21T09:00:00.000Z';
const nothing: Retention = {
  years: null,
  count: 0,
  planned: [],
  next: null,
  holds: { people: [], batches: [] },
  suspended: [],
};
const planned = (name: string, rest: object = {}) => ({
  student: { s_id: `${name.toLowerCase()}@example.test`, s_name: name },
  batch: 'OLD',
  ended_at: at,
  office_notified_at: at,
  person_notified_at: null,
  mail: null,
  not_before: '2026-11-28T10:00:00.000Z',
  ...rest,
});

let api: MockApi;
beforeEach(() => (api = mockApi()));

async function open(retention: Partial<Retention> = {}, at = '/staff/retention') {
  api.reply('readRetention', { ...nothing, ...retention });
  await renderScreen(staffRetention, { path: '/staff/retention', at, user: administrator });
  await settle(() => screen.getByRole('heading', { level: 1, name: 'Data retention' }));
}

it('keeps everything at first, and says what will happen before a change is saved', async () => {
  await open();
  expect(screen.getByText('No removals are planned.')).toBeTruthy();
  const years = screen.getByLabelText<HTMLSelectElement>('After the end of a batch');
  expect([...years.options].map(({ text }) => text).slice(0, 3)).toEqual([
    'Keep personal data',
    'Anonymise after 1 year',
    'Anonymise after 2 years',
  ]);
  expect(screen.getByText(/You are notified a week before.*cannot be undone\.$/)).toBeTruthy();
  api.reply('setRetention', { ...nothing, years: 3 });
  fireEvent.change(years, { target: { value: '3' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(api.of('setRetention')[0]?.body).toEqual({ years: 3, began: { years: null } });
});

it('a colleague’s other choice is shown in words, and only the own button overwrites it', async () => {
  await open({ years: 2 });
  const message = 'The time was changed in the meantime. Yours is not saved yet.';
  api.replyConflict('setRetention', message, { ...nothing, years: 5 });
  fireEvent.change(screen.getByLabelText('After the end of a batch'), { target: { value: '' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Anonymise after 5 years', { selector: ':not(option)' })).toBeTruthy();
});

it('lists who is removed next, what became of each email, and leads to the next page', async () => {
  await open({
    years: 3,
    count: 60,
    next: '77',
    planned: [
      planned('Asha'),
      planned('Bina', { person_notified_at: at, mail: 'failed' }),
      planned('Chitra', { person_notified_at: at, mail: 'none' }),
    ],
  });
  expect(screen.getByText(/^60 students will be anonymised\./)).toBeTruthy();
  const [, asha, bina, chitra] = screen.getAllByRole('row');
  expect(within(asha as HTMLElement).getByText('Not yet')).toBeTruthy();
  expect(within(bina as HTMLElement).getByText('Email failed')).toBeTruthy();
  expect(within(chitra as HTMLElement).getByText('No email: not confirmed')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Asha' }).getAttribute('href')).toBe(
    '/staff/people/asha%40example.test',
  );
  expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe(
    '/staff/retention?after=77',
  );
});

it('lists holds with their reasons, and who cannot be notified', async () => {
  const hold = { reason: 'A complaint is open.', by: 'Latha', at };
  await open({
    holds: {
      people: [{ ...hold, student: { s_id: 'asha@example.test', s_name: 'Asha' } }],
      batches: [{ ...hold, reason: 'An audit.', batch: 'FSD 1' }],
    },
    suspended: [{ s_id: 'dev@example.test', s_name: 'Dev' }],
  });
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual(expect.arrayContaining(['FSD 1: An audit.', 'Asha: A complaint is open.', 'Dev']));
  expect(screen.getByRole('link', { name: 'FSD 1' }).getAttribute('href')).toBe(
    '/staff/catalogue/batches/FSD%201',
  );
});
