import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits';
import { mentor, receipt, staffSubmission } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import type { MockApi } from '#support/mock-api';
import { answerQueue, mockMentorPortal } from '#support/portal-answers';
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
    expect(list.getByText('MERN-2026-11', { selector: 'h2' }).parentElement?.textContent).toBe(
      'MERN-2026-111 to mark',
    );
    const [first, second, ...students] = list.getAllByRole('link');
    expect(first?.textContent).toBe(
      'MERN-2026-111 to markMERN Stack24 students, 20 with a project, 2 submissions',
    );
    expect(first?.getAttribute('aria-current')).toBe('page');
    expect(students.map((link) => link.getAttribute('href'))).toEqual([
      '/staff/batches/DSA-2026-10',
      '/staff/batches/MERN-2026-11',
      '/staff?batch=MERN-2026-11&state=second-look',
    ]);
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
    ['/staff', '/staff/office'],
    ['/staff?notice=person-place', '/staff/office?notice=person-place'],
    ['/staff?batch=MERN-2026-11', '/staff?batch=MERN-2026-11'],
    ['/staff?open=CAP-1', '/staff?open=CAP-1'],
  ])('an administrator at %s arrives at %s', async (at, address) => {
    const { router } = await renderScreen(staff, {
      path: '/staff',
      at,
      user: { ...mentor, role: 'administrator' },
    });
    await waitFor(() => {
      const { pathname, search } = router.state.location;
      expect(pathname + search).toBe(address);
    });
  });

  it.each([
    [403, 'This batch is not one of yours', 'Only mentors of X can open its submissions.'],
    [
      404,
      'There is no batch with this name',
      'No batch is called X. It may have been renamed. Check the link, or go to your batches.',
    ],
  ])('an address of another batch, refused with %i: %s', async (status, title, text) => {
    api.refuse('listBatchSubmissions', status);
    await open('/staff?batch=X');
    await screen.findByRole('heading', { name: title });
    expect(screen.getByText(text)).toBeTruthy();
    const back = screen.getByRole('link', { name: 'Go to your batches' });
    expect(back.getAttribute('href')).toBe('/staff?state=to-mark');
    expect(screen.getByRole('navigation', { name: 'Your batches' })).toBeTruthy();
  });
});

describe('the filters', () => {
  const show = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const asked = () => api.of('listBatchSubmissions').at(-1)?.query;
  const tab = (name: string) => {
    const tabs = within(screen.getByRole('navigation', { name: 'Submissions by status' }));
    return tabs.getByRole('link', { name: new RegExp(`^${name} \\d`) });
  };

  it('are addresses, and asked for as such; another choice closes what is open', async () => {
    const { router } = await open(`/staff?open=${receipt().number}`);
    await screen.findByRole('form', { name: 'Filter submissions' });
    expect(api.of('listBatchSubmissions')[0]).toMatchObject({
      params: { batch: 'MERN-2026-11' },
      query: { state: 'submitted', order: 'waiting' },
    });
    expect(tab('To mark').getAttribute('aria-current')).toBe('page');
    expect(tab('Released').getAttribute('href')).toBe('/staff?batch=MERN-2026-11&state=released');
    fireEvent.click(tab('All'));
    await waitFor(() => expect(router.state.location.search).toBe('?batch=MERN-2026-11&state=all'));
    await waitFor(() => expect(asked()).toEqual({ order: 'waiting' }));
    // The next address is made from what is shown.
    await waitFor(() => expect(tab('All').getAttribute('aria-current')).toBe('page'));
    show('Task', 'viva');
    await waitFor(() => expect(router.state.location.search).toBe('?batch=MERN-2026-11&task=viva&state=all'));
    await waitFor(() => expect(asked()).toEqual({ task: 'viva', order: 'waiting' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Task').value).toBe('viva'));
    show('Order', 'fair');
    await waitFor(() => expect(asked()).toEqual({ task: 'viva', order: 'fair' }));
    expect(router.state.location.search).toBe('?batch=MERN-2026-11&task=viva&state=all&order=fair');
  });

  it('keep the focus where it is', async () => {
    await open();
    const task = await screen.findByLabelText('Task');
    task.focus();
    show('Task', 'viva');
    await waitFor(() => expect(asked()).toMatchObject({ task: 'viva' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Task'));
  });

  it.each([
    ['?state=to-mark', 'Nothing left to mark', 'Show all submissions'],
    ['?state=to-mark&task=week-2', 'Nothing left to mark', 'Show all submissions of Week 2'],
    ['?state=all&task=week-2', 'Nothing submitted yet', 'Show all tasks'],
  ])('an empty queue at %s: %s', async (query, title, link) => {
    api.reply('listBatchSubmissions', []);
    await open(`/staff${query}`);
    await screen.findByRole('heading', { name: title });
    expect(screen.getByRole('link', { name: link })).toBeTruthy();
  });

  it('more submissions come on demand, are announced, and may fail', async () => {
    const page = (from: number) =>
      Array.from({ length: limits.pageSize }, (_, i) => staffSubmission({ number: `CAP-${from + i}` }));
    answerQueue(api, page(100));
    const { router } = await open();
    const more = await screen.findByRole('button', { name: 'Show more submissions' });
    api.refuse('listBatchSubmissions', 500, { message: 'Out of order.' });
    fireEvent.click(more);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Out of order.'));
    api.reply('listBatchSubmissions', [
      staffSubmission({ number: 'CAP-149' }),
      staffSubmission({ number: 'CAP-200' }),
    ]);
    fireEvent.click(more);
    await screen.findByText('One more submission is shown.');
    expect(asked()?.['before']).toBe('CAP-149');
    const list = within(screen.getByRole('list', { name: 'Submissions' }));
    expect(list.getAllByRole('link')).toHaveLength(limits.pageSize + 1);
    expect(screen.queryByRole('button', { name: 'Show more submissions' })).toBeNull();
    fireEvent.click(list.getAllByRole('link').at(-1)!);
    await waitFor(() => expect(router.state.location.search).toContain('open=CAP-200'));
    expect(list.getAllByRole('link'), 'opening leaves the list as it is').toHaveLength(limits.pageSize + 1);
  });
});
