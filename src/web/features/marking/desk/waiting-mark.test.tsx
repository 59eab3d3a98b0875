import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { StaffSubmission } from '#contract/marking/calls';
import { mentor, staffSubmission } from '#support/contract-fixtures';
import type { MockApi } from '#support/mock-api';
import { answerQueue, mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import { wakeOutbox } from '../../../lib/outbox/outbox.ts';
import * as staff from '../../../routes/staff.tsx';

const named = (number: string, s_name: string, fields: Partial<StaffSubmission> = {}) =>
  staffSubmission({ number, student: { s_id: `${s_name.toLowerCase()}@x.test`, s_name }, ...fields });
const two = [named('CAP-1', 'Asha'), named('CAP-2', 'Biju')];
const saved = named('CAP-1', 'Asha', { state: 'marked', marks: 82, mark_comments: '' });
const current = { marks: 82, comments: '', released: false, marked_by: null };

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
  answerQueue(api, two);
});
const items = () => within(screen.getByRole('list', { name: 'Submissions' })).getAllByRole('link');

it.each([
  ['its answer', 'another one is open', () => api.reply('markSubmission', saved)],
  ['its answer', 'it is open', () => api.reply('markSubmission', saved)],
  // An earlier attempt saved it, and its answer was lost.
  ['an equal mark', 'another one is open', () => api.replyConflict('markSubmission', 'Changed.', current)],
  ['an equal mark', 'it is open', () => api.replyConflict('markSubmission', 'Changed.', current)],
])('a mark is pending, and after %s as the portal has it, while %s', async (_, open, answer) => {
  await renderScreen(staff, { path: '/staff', at: '/staff', user: mentor });
  await screen.findByRole('article');
  api.breakDown(502, 'markSubmission');
  await userEvent.type(screen.getByLabelText('Marks (0–100)'), '82');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Do not send it' });
  if (open !== 'it is open') {
    fireEvent.click(items()[1]!);
    await waitFor(() => expect(screen.getByRole('article').textContent).toContain('Biju, Week 1'));
  }
  expect(items()[0]?.textContent).toContain('Not sent yet');
  answer();
  wakeOutbox();
  await waitFor(() => expect(items()[0]?.textContent).not.toContain('Not sent yet'));
  expect(items()[0]?.textContent).toMatch(/82.*Not released/);
});

it.each([
  ['no network', () => api.cutOff('markSubmission')],
  ['a portal that restarts', () => api.breakDown(503, 'markSubmission')],
  ['a gateway without a portal', () => api.breakDown(502, 'markSubmission')],
])('Save and next goes on with %s, past what waits, and what is sent later moves nobody', async (_, fail) => {
  const rows = [...two, named('CAP-3', 'Chitra')];
  answerQueue(api, rows);
  await renderScreen(staff, { path: '/staff', at: '/staff?state=to-mark&open=CAP-2', user: mentor });
  await screen.findByRole('article');
  const isShown = (name: string) =>
    waitFor(() => expect(screen.getByRole('article').textContent).toContain(`${name}, Week 1`));
  const mark = async (marks: string) => {
    await userEvent.type(screen.getByLabelText('Marks (0–100)'), marks);
    await userEvent.click(screen.getByRole('button', { name: 'Save and next' }));
  };
  fail();
  await mark('61');
  await isShown('Chitra');
  // Said once the attempt has failed: nothing stores it here.
  await screen.findByText(/Leave this page open/);
  expect(screen.getByRole('link', { name: 'Back to Biju, Week 1' })).toBeTruthy();
  expect(items()[1]?.textContent).toContain('Not sent yet');
  await mark('62');
  await isShown('Asha');
  await mark('63');
  await waitFor(() => expect(screen.getByText('Nothing is left in this list.')).toBeTruthy());
  await isShown('Asha');
  api.replyWith('markSubmission', ({ params, body }) => {
    const { marks } = body as { marks: number };
    return { ...rows.find(({ number }) => number === params['id'])!, state: 'marked' as const, marks };
  });
  wakeOutbox();
  await waitFor(() => expect(items()[0]?.textContent).not.toContain('Not sent yet'));
  await isShown('Asha');
});
