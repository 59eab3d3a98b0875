import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { deskSubmission, mentor, staffSubmission } from '#support/contract-fixtures';
import { answerQueue, mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as staff from '../../routes/staff.tsx';

it('a viva that a panel marks has no form that would be refused, and leads its examiner on', async () => {
  const api = await mockMentorPortal();
  const viva = staffSubmission({ task: 'viva' });
  answerQueue(api, [viva]);
  api.reply('readStaffSubmission', deskSubmission({ ...viva, panel_marks: true, on_panel: true }));
  const { unmount } = await renderScreen(staff, { path: '/staff', at: '/staff', user: mentor });
  const link = await screen.findByRole('link', { name: 'Open the viva' });
  expect(link.getAttribute('href')).toBe(`/staff/vivas/${encodeURIComponent(viva.student.s_id)}`);
  expect(screen.queryByLabelText('Marks (0–100)')).toBeNull();
  // Only shortcuts that act are listed.
  await userEvent.click(screen.getByRole('button', { name: 'Shortcuts' }));
  const listed = within(screen.getByRole('dialog')).getAllByRole('term');
  expect(listed.map((key) => key.textContent)).toEqual(['J', 'K', 'L', '?']);
  unmount();

  // Typed before the panel had the viva: the text stays in sight.
  api.reply('readStaffSubmission', deskSubmission(viva));
  const before = await renderScreen(staff, { path: '/staff', at: '/staff', user: mentor });
  await userEvent.type(await screen.findByLabelText('Marks (0–100)'), '82');
  before.unmount();
  api.reply('readStaffSubmission', deskSubmission({ ...viva, panel_marks: true }));
  await renderScreen(staff, { path: '/staff', at: '/staff', user: mentor });
  expect((await screen.findByLabelText<HTMLInputElement>('Marks (0–100)')).value).toBe('82');
});
