import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { StaffSubmission } from '#contract/marking/calls';
import { mentor, staffBatch, staffSubmission } from '#support/contract-fixtures';
import type { MockApi } from '#support/mock-api';
import { answerQueue, mockMentorPortal } from '#support/portal-answers';
import { addressOf, renderScreen } from '#support/render-screen';
import * as staff from '../../../routes/staff.tsx';

const you = { name: 'Anjali Menon', is_you: true };
const colleague = { name: 'Ravi Nair', is_you: false };
const of = (number: string, s_name: string, assigned?: StaffSubmission['assigned']) =>
  staffSubmission({
    number,
    student: { s_id: `${s_name.toLowerCase()}@x.test`, s_name },
    ...(assigned && { assigned }),
  });

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
});

const open = (at = '/staff') => renderScreen(staff, { path: '/staff', at, user: mentor });
const asked = () =>
  api
    .of('listBatchSubmissions')
    .filter(({ query }) => query['limit'] === undefined)
    .map(({ query }) => query['assigned_to']);
const items = () =>
  within(screen.getByRole('list', { name: 'Submissions' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

it('what is assigned to somebody is their list until they choose another; Save and next stays in it', async () => {
  api.reply('listStaffBatches', [
    staffBatch({ submissions: 9, unmarked: 7, own: { students: 2, unmarked: 2 } }),
  ]);
  const own = [of('CAP-1', 'Asha', you), of('CAP-2', 'Biju', you)];
  answerQueue(api, own);
  api.replyWith('markSubmission', ({ params }) => ({
    ...own.find(({ number }) => number === params['id'])!,
    state: 'marked' as const,
    marks: 70,
    mark_comments: '',
  }));
  const { router } = await open();
  const article = await screen.findByRole('article');
  expect(asked()).toEqual(['me']);
  expect(article.textContent).toContain('Assigned to you');
  expect(screen.getByRole('link', { name: 'To mark 2' })).toBeTruthy();
  expect(items()[0]).not.toContain('assigned');
  await userEvent.type(screen.getByLabelText('Marks (0–100)'), '70');
  await userEvent.click(screen.getByRole('button', { name: /^Save and next/ }));
  await waitFor(() => expect(addressOf(router)).toContain('open=CAP-2'));
  expect(screen.getByRole('link', { name: 'To mark 1' })).toBeTruthy();
  expect(asked()).toEqual(['me']);

  answerQueue(api, [...own, of('CAP-3', 'Chitra', colleague), of('CAP-4', 'Devi')]);
  fireEvent.change(screen.getByLabelText('Whose students'), { target: { value: 'all' } });
  await waitFor(() => expect(asked()).toEqual(['me', undefined]));
  await waitFor(() => expect(items()).toHaveLength(4));
  expect(items().map((text) => /, assigned to (?:you|Ravi Nair)/.exec(text ?? '')?.[0])).toEqual([
    ', assigned to you',
    ', assigned to you',
    ', assigned to Ravi Nair',
    undefined,
  ]);
  expect(addressOf(router)).toContain('whose=all');
});

it.each([
  ['without a division nothing asks for it', '/staff', undefined, undefined, null],
  ['review requests are of all', '/staff?state=second-look', { students: 2, unmarked: 0 }, undefined, 'all'],
  ['students of nobody', '/staff?whose=nobody', undefined, 'nobody', 'nobody'],
  ['those of one mentor', '/staff?whose=17', { students: 2, unmarked: 0 }, '17', '17'],
])('%s', async (_, at, own, query, chosen) => {
  api.reply('listStaffBatches', [staffBatch({ own })]);
  await open(at);
  await screen.findByRole('article');
  expect(asked()).toEqual([query]);
  expect(screen.queryByLabelText<HTMLSelectElement>('Whose students')?.value ?? null).toBe(chosen);
});

it('an empty list of mine says so, and leads to that of all', async () => {
  api.reply('listStaffBatches', [staffBatch({ own: { students: 2, unmarked: 0 } })]);
  answerQueue(api, []);
  await open();
  expect(await screen.findByText(/no work of these students/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Show the students of all mentors' });
  expect(link.getAttribute('href')).toBe('/staff?batch=MERN-2026-11&state=to-mark&whose=all');
});
