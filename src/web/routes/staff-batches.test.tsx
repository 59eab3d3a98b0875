import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits';
import { mentor, staffSubmission } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import type { MockApi } from '#support/mock-api';
import { mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as staff from './staff.tsx';

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
});

async function open(at = '/staff', user = mentor) {
  const view = await renderScreen(staff, { path: '/staff', at, user });
  await settle(() => screen.getByRole('heading', { level: 1 }));
  return view;
}

describe('the batches', () => {
  it('stand with their counts, the current one marked', async () => {
    await open();
    const list = within(await screen.findByRole('navigation', { name: 'Your batches' }));
    const [first, students, second] = list.getAllByRole('link');
    expect(first?.textContent).toBe(
      'MERN-2026-111 to markMERN Stack24 students, 20 with a project, 2 hand-ins',
    );
    expect(first?.getAttribute('aria-current')).toBe('page');
    expect(students?.getAttribute('href')).toBe('/staff/batches/MERN-2026-11');
    expect(second?.textContent).toContain('Nothing yet');
    expect(second?.getAttribute('href')).toBe('/staff?batch=DSA-2026-10');
  });

  it('a mentor without a batch reads why there is nothing, and has no forum', async () => {
    api.reply('listStaffBatches', []);
    await open('/staff', { ...mentor, batches: [] });
    await screen.findByRole('heading', { name: 'No batch yet' });
    expect(screen.queryByRole('link', { name: 'Forum' })).toBeNull();
    expect(api.of('listBatchSubmissions')).toEqual([]);
  });

  it.each([
    [
      403,
      'This batch is not one of yours',
      'You do not have access to this. The hand-ins of X are read and marked by its own mentors.',
    ],
    [
      404,
      'There is no batch with this name',
      'No batch is called X. It may have been renamed, or the address is incomplete.',
    ],
  ])('an address of another batch, refused with %i: %s', async (status, title, text) => {
    api.refuse('listBatchSubmissions', status);
    await open('/staff?batch=X');
    await screen.findByRole('heading', { name: title });
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to your batches' }).getAttribute('href')).toBe('/staff');
    expect(screen.getByRole('navigation', { name: 'Your batches' })).toBeTruthy();
  });
});

describe('the filters', () => {
  it('are addresses, and asked for as such', async () => {
    const { router } = await open();
    await screen.findByRole('group', { name: 'Which hand-ins' });
    expect(api.of('listBatchSubmissions')[0]).toMatchObject({
      params: { batch: 'MERN-2026-11' },
      query: { state: 'submitted' },
    });
    expect(screen.getByRole('link', { name: 'To mark', current: true })).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'All' }));
    await waitFor(() => expect(router.state.location.search).toBe('?batch=MERN-2026-11&show=all'));
    await waitFor(() => expect(api.of('listBatchSubmissions').at(-1)?.query).toEqual({}));
    // The next address is made from what is shown.
    await screen.findByRole('link', { name: 'All', current: true });
    fireEvent.change(screen.getByLabelText('Task'), { target: { value: 'viva' } });
    await waitFor(() => expect(router.state.location.search).toBe('?batch=MERN-2026-11&show=all&task=viva'));
    await waitFor(() => expect(api.of('listBatchSubmissions').at(-1)?.query).toEqual({ task: 'viva' }));
  });

  it('keep the focus where it is', async () => {
    await open();
    const task = await screen.findByLabelText('Task');
    task.focus();
    fireEvent.change(task, { target: { value: 'viva' } });
    await waitFor(() => expect(api.of('listBatchSubmissions').at(-1)?.query).toMatchObject({ task: 'viva' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Task'));
  });

  it.each([
    ['?show=to-mark', 'Nothing left to mark', 'Show all hand-ins'],
    ['?show=to-mark&task=week-2', 'Nothing left to mark', 'Show all hand-ins of Week 2'],
    ['?show=all&task=week-2', 'Nothing handed in yet', 'Show all tasks'],
  ])('an empty queue at %s: %s', async (query, title, link) => {
    api.reply('listBatchSubmissions', []);
    await open(`/staff${query}`);
    await screen.findByRole('heading', { name: title });
    expect(screen.getByRole('link', { name: link })).toBeTruthy();
  });

  it('older submissions come on demand, are announced, and may fail', async () => {
    const page = (from: number) =>
      Array.from({ length: limits.pageSize }, (_, i) => staffSubmission({ number: `CAP-${from + i}` }));
    api.reply('listBatchSubmissions', page(100));
    await open();
    const more = await screen.findByRole('button', { name: 'Show older hand-ins' });
    api.refuse('listBatchSubmissions', 500, { message: 'Out of order.' });
    fireEvent.click(more);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Out of order.'));
    api.reply('listBatchSubmissions', [
      staffSubmission({ number: 'CAP-149' }),
      staffSubmission({ number: 'CAP-200' }),
    ]);
    fireEvent.click(more);
    await screen.findByText('2 older hand-ins are shown.');
    expect(api.of('listBatchSubmissions').at(-1)?.query['before']).toBe('CAP-149');
    expect(screen.getAllByRole('article')).toHaveLength(limits.pageSize + 1);
    expect(screen.queryByRole('button', { name: 'Show older hand-ins' })).toBeNull();
  });
});
