import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { CurrentUser } from '#contract/accounts/calls';
import type { VivaHours } from '#contract/viva-hour/hour-calls';
import { mentor } from '#support/contract-fixtures';
import { mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as panels from './staff-viva-panels.tsx';

const administrator = { ...mentor, role: 'administrator' as const };

const hours: VivaHours = {
  batch: 'MERN-2026-11',
  rule: { how: 'mean', apart: 10, shows_weeks: false, two_mark_final: false },
  confirmed: 1,
  hours: [
    {
      student: { s_id: 'asha@example.test', s_name: 'Asha Nair' },
      starts_at: '2026-12-03T04:30:00.000Z',
      panel: [
        { email: 'one@example.test', name: 'Kavitha Das', gave: true, confirmed: false },
        { email: 'two@example.test', name: 'Ravi Menon', gave: false, confirmed: false },
      ],
      closed: null,
      confirmed_at: null,
    },
    {
      student: { s_id: 'biju@example.test', s_name: 'Biju Thomas' },
      starts_at: '2026-12-03T04:55:00.000Z',
      panel: [{ email: 'one@example.test', name: 'Kavitha Das', gave: true, confirmed: true }],
      closed: null,
      confirmed_at: '2026-12-03T06:00:00.000Z',
    },
  ],
};

async function open(user: CurrentUser = administrator) {
  const api = await mockMentorPortal();
  api.reply('listVivaHours', hours);
  const at = '/staff/batches/MERN-2026-11/vivas/marks';
  await renderScreen(panels, { path: '/staff/batches/:batch/vivas/marks', at, user });
  return api;
}

it('shows who has given marks, and closes a panel without those that were shown', async () => {
  const api = await open();
  const row = await screen.findByRole('row', { name: /Asha Nair/ });
  expect(row.textContent).toContain('Kavitha Das: marks given');
  expect(row.textContent).toContain('Ravi Menon: no marks yet');
  expect(row.textContent).toContain('Waiting for marks');
  expect(screen.getByRole('row', { name: /Biju Thomas/ }).textContent).toContain('Confirmed');
  expect(screen.getAllByText('Close the panel')).toHaveLength(1);
  api.reply('closeVivaPanel', hours.hours[0]!);
  await userEvent.click(within(row).getByText('Close the panel'));
  await userEvent.type(within(row).getByLabelText('Reason'), 'Ill since Monday.');
  await userEvent.click(within(row).getByRole('button', { name: 'Close without Ravi Menon' }));
  await waitFor(() => expect(api.of('closeVivaPanel')).toHaveLength(1));
  expect(api.of('closeVivaPanel')[0]).toMatchObject({
    params: { s_id: 'asha@example.test' },
    body: { reason: 'Ill since Monday.', waiting: ['two@example.test'] },
  });
});

it('saves only the part of the rule that was changed', async () => {
  const api = await open();
  await screen.findByRole('heading', { name: 'How marks become one' });
  api.reply('setVivaRule', { ...hours, rule: { ...hours.rule, apart: 5 } });
  const field = screen.getByLabelText('Points apart that need no reason');
  await userEvent.clear(field);
  await userEvent.type(field, '5');
  await userEvent.click(screen.getByRole('button', { name: 'Save the rule' }));
  await waitFor(() => expect(api.of('setVivaRule')).toHaveLength(1));
  expect(api.of('setVivaRule')[0]?.body).toMatchObject({ apart: 5, began: { apart: 10 } });
});

it('is the office’s alone', async () => {
  const api = await open(mentor);
  await screen.findByRole('heading', { name: 'Viva marks' });
  expect(api.of('listVivaHours')).toHaveLength(0);
});
