import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { mentor, receipt, staffSubmission, student } from '#support/contract-fixtures';
import { press, type } from '#support/form-steps';
import type { MockApi } from '#support/mock-api';
import { mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as staff from './staff.tsx';

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
});

async function open() {
  await renderScreen(staff, { path: '/staff', at: '/staff', user: mentor });
  await screen.findByRole('article');
}
const card = () => within(screen.getByRole('article', { name: 'Asha Kumari, Week 1' }));
const marked = staffSubmission({ state: 'marked', marks: 82, mark_comments: 'Well built.' });
const released = { ...marked, released: true, shown: { version: 1, marks: 82, comments: 'Well built.' } };

describe('a submission', () => {
  it('shows whose, what, when, and what was handed in', async () => {
    const links = 'https://git.example.test/asha';
    api.reply('listBatchSubmissions', [staffSubmission({ ...receipt({ links, late: true, comments: '' }) })]);
    await open();
    expect(card().getByText(/^Version 1, handed in/).parentElement?.textContent).toBe(
      `Version 1, handed in 10 Nov 2026, 04:05 UTC Late${student.s_id}`,
    );
    const [whose, link] = card().getAllByRole('link');
    expect(whose?.getAttribute('href')).toBe('/staff/students/asha%40example.test');
    expect([link?.textContent, link?.getAttribute('href')]).toEqual([links, links]);
    const file = card().getByRole('link', { name: 'week-1.zip' });
    expect([file.getAttribute('href'), file.hasAttribute('download')]).toEqual(['/api/files/f1', true]);
    expect(card().getByText('(12 KB)')).toBeTruthy();
    expect(card().getByText('To mark')).toBeTruthy();
  });
});

it('a text that the list has cut is shown whole on demand', async () => {
  const long = 'word '.repeat(4_000);
  const { shortened: _, more: __, ...whole } = receipt({ comments: long });
  api.reply('listBatchSubmissions', [staffSubmission({ comments: long.slice(0, 1_999), shortened: true })]);
  api.reply('readReceipt', {
    ...whole,
    student: { s_id: student.s_id, s_name: student.s_name },
    academy: 'ICTAK',
    zone: 'Asia/Kolkata',
    key: 'key',
    signature: 'signature',
  });
  await open();
  fireEvent.click(card().getByRole('link', { name: 'Show the whole text' }));
  await waitFor(() => expect(card().getByText('Shown whole.')).toBeTruthy());
  expect(document.querySelector('article')?.textContent).toContain(long);
});

describe('a marked submission', () => {
  const fold = () => document.querySelector<HTMLDetailsElement>('article details');

  it('is short: its mark and comment, with what was handed in folded below', async () => {
    api.reply('listBatchSubmissions', [released]);
    await open();
    expect(fold()?.open).toBe(false);
    expect(within(fold()!).getByText('The first screens.')).toBeTruthy();
    press('Change the marks');
    expect(fold()).toBeNull();
    expect(card().getByText('The first screens.')).toBeTruthy();
  });

  it('just marked it keeps what was handed in open: nothing moves up from below', async () => {
    api.reply('markSubmission', marked);
    await open();
    expect(fold()).toBeNull();
    type('Marks (0–100)', '82');
    press('Save');
    await waitFor(() => expect(fold()?.open).toBe(true));
  });
});
