import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { mentor, receipt, staffBatch, staffSubmission, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerMentor } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import { openDrafts, removeDrafts } from '../lib/drafts.ts';
import * as staff from './staff.tsx';

let api: MockApi;
beforeEach(async () => {
  await openDrafts(mentor.s_id);
  await removeDrafts();
  api = mockApi();
  answerMentor(api);
});

async function open(at = '/staff', user = mentor) {
  const view = await renderScreen(staff, { path: '/staff', at, user });
  await settle(() => screen.getByRole('heading', { level: 1 }));
  return view;
}
const card = () => within(screen.getByRole('article', { name: 'Asha Kumari, Week 1' }));
const marks = () => card().getByLabelText<HTMLInputElement>('Marks (0–100)');
const type = (label: string, value: string) =>
  fireEvent.change(card().getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(card().getByRole('button', { name }));
const marked = staffSubmission({ state: 'marked', marks: 82, mark_comments: 'Well built.' });
const released = { ...marked, released: true, shown: { version: 1, marks: 82, comments: 'Well built.' } };

describe('a submission', () => {
  it('shows whose, what, when, and what was handed in', async () => {
    const links = 'https://git.example.test/asha';
    api.reply('listBatchSubmissions', [staffSubmission({ ...receipt({ links, late: true, comments: '' }) })]);
    await open();
    await screen.findByRole('article');
    expect(card().getByText(/^Version 1, handed in/).textContent).toBe(
      `Version 1, handed in 10 Nov 2026, 04:05 UTC Late${student.s_id}`,
    );
    const [link] = card().getAllByRole('link');
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
  await screen.findByRole('article');
  fireEvent.click(card().getByRole('link', { name: 'Show the whole text' }));
  await waitFor(() => expect(card().getByText('Shown whole.')).toBeTruthy());
  expect(document.querySelector('article')?.textContent).toContain(long);
});

describe('a marked submission', () => {
  const fold = () => document.querySelector<HTMLDetailsElement>('article details');

  it('is short: its mark and comment, with what was handed in folded below', async () => {
    api.reply('listBatchSubmissions', [released]);
    await open();
    await screen.findByRole('article');
    expect(fold()?.open).toBe(false);
    expect(within(fold()!).getByText('The first screens.')).toBeTruthy();
    press('Change the marks');
    expect(fold()).toBeNull();
    expect(card().getByText('The first screens.')).toBeTruthy();
  });

  it('just marked it keeps what was handed in open: nothing moves up from below', async () => {
    api.reply('markSubmission', marked);
    await open();
    await screen.findByRole('article');
    expect(fold()).toBeNull();
    type('Marks (0–100)', '82');
    press('Save');
    await waitFor(() => expect(fold()?.open).toBe(true));
  });
});

describe('marking', () => {
  it.each(['', '101', '-1', 'many'])('%j is refused in place, without a call', async (typed) => {
    await open();
    await screen.findByRole('article');
    fireEvent.change(marks(), { target: { value: typed } });
    fireEvent.submit(marks().closest('form')!);
    expect(document.getElementById(marks().getAttribute('aria-describedby')!)?.textContent).toBe(
      'A number from 0 to 100.',
    );
    expect(document.activeElement).toBe(marks());
    expect(api.of('markSubmission')).toEqual([]);
    fireEvent.change(marks(), { target: { value: '82' } });
    expect(marks().getAttribute('aria-invalid')).toBeNull();
  });

  it('Save keeps the marks among staff, says so, and leaves the card where it is', async () => {
    api.reply('markSubmission', marked);
    await open();
    await screen.findByRole('article');
    type('Marks (0–100)', ' 82 ');
    type('Comment for Asha Kumari', ' Well built. ');
    press('Save');
    await waitFor(() =>
      expect(card().getByRole('status').textContent).toBe(
        'SavedOnly staff see these marks. Asha Kumari sees none until you release them.',
      ),
    );
    expect(api.of('markSubmission').map(({ params, body }) => ({ params, body }))).toEqual([
      {
        params: { id: receipt().number },
        body: { marks: 82, comments: 'Well built.', released: false, original: null },
      },
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Change the marks'));
    expect(card().getByText('82 out of 100')).toBeTruthy();
    expect(screen.getByText('All marked')).toBeTruthy();
  });

  it('Save and release shows them to the student', async () => {
    api.reply('markSubmission', released);
    await open();
    await screen.findByRole('article');
    type('Marks (0–100)', '82');
    press('Save and release');
    await waitFor(() =>
      expect(card().getByRole('status').textContent).toBe(
        'Saved and releasedAsha Kumari sees 82 out of 100 and the comment.',
      ),
    );
    expect(api.of('markSubmission')[0]?.body).toMatchObject({ released: true });
    expect(card().queryByRole('button', { name: 'Release' })).toBeNull();
  });

  it('what is saved can be released as it is', async () => {
    api.reply('listBatchSubmissions', [marked]);
    api.reply('markSubmission', released);
    await open();
    await screen.findByRole('article');
    press('Release');
    await waitFor(() => expect(api.of('markSubmission')).toHaveLength(1));
    expect(api.of('markSubmission')[0]?.body).toEqual({
      marks: 82,
      comments: 'Well built.',
      released: true,
      original: { marks: 82, comments: 'Well built.', released: false },
    });
    await waitFor(() => expect(card().getByText('Released')).toBeTruthy());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Change the marks'));
  });

  it('marks that are saved as they are send nothing, unless their release changes', async () => {
    api.reply('listBatchSubmissions', [marked]);
    api.reply('markSubmission', released);
    await open();
    await screen.findByRole('article');
    press('Change the marks');
    type('Marks (0–100)', ' 82 ');
    press('Save');
    await waitFor(() => expect(card().getByRole('button', { name: 'Change the marks' })).toBeTruthy());
    expect(api.of('markSubmission')).toEqual([]);
    press('Change the marks');
    press('Save and release');
    await waitFor(() => expect(api.of('markSubmission')).toHaveLength(1));
  });

  it('Save and hide takes released marks back', async () => {
    api.reply('listBatchSubmissions', [released]);
    api.reply('markSubmission', marked);
    await open();
    await screen.findByRole('article');
    press('Change the marks');
    press('Save and hide');
    await waitFor(() =>
      expect(card().getByText(/Asha Kumari sees none until you release them\./)).toBeTruthy(),
    );
    expect(api.of('markSubmission')[0]?.body).toMatchObject({ marks: 82, released: false });
    expect(card().getByRole('button', { name: 'Release' })).toBeTruthy();
  });

  it('Enter keeps released what is released; Escape leaves the marks as they are', async () => {
    api.reply('listBatchSubmissions', [released]);
    api.reply('markSubmission', { ...released, marks: 90 });
    await open();
    await screen.findByRole('article');
    press('Change the marks');
    expect(document.activeElement).toBe(marks());
    fireEvent.change(marks(), { target: { value: '5' } });
    fireEvent.keyDown(marks(), { key: 'Escape' });
    expect(card().getByText('82 out of 100')).toBeTruthy();
    press('Change the marks');
    expect(marks().value).toBe('82');
    await userEvent.clear(marks());
    await userEvent.type(marks(), '90{Enter}');
    await waitFor(() => expect(api.of('markSubmission')).toHaveLength(1));
    expect(api.of('markSubmission')[0]?.body).toMatchObject({ marks: 90, released: true });
    await waitFor(() => expect(card().getByText('90 out of 100')).toBeTruthy());
  });

  it('a failed save says so and keeps what was typed', async () => {
    api.refuse('markSubmission', 500, { message: 'Out of order.' });
    await open();
    await screen.findByRole('article');
    type('Marks (0–100)', '71.5');
    type('Comment for Asha Kumari', 'Fair.');
    press('Save');
    const alert = await card().findByRole('alert');
    expect(alert.textContent).toContain('Out of order.It goes by itself');
    fireEvent.click(await card().findByRole('button', { name: 'Take it back' }));
    await waitFor(() => expect(card().queryByRole('alert')).toBeNull());
    expect([marks().value, card().getByLabelText<HTMLInputElement>('Comment for Asha Kumari').value]).toEqual(
      ['71.5', 'Fair.'],
    );
  });

  it('what is refused is said, with what was typed', async () => {
    api.refuse('markSubmission', 404, { message: 'This hand-in is not there any more.' });
    await open();
    await screen.findByRole('article');
    type('Marks (0–100)', '71.5');
    press('Save');
    const alert = await card().findByRole('alert');
    expect(alert.textContent).toBe(
      'This hand-in is not there any more.Nothing was saved. What you typed stays here.',
    );
    await waitFor(() => expect(marks().value).toBe('71.5'));
    expect(marks().readOnly).toBe(false);
  });

  it('marks that another mentor has changed meanwhile stand beside one’s own, and nobody’s are lost', async () => {
    const theirs = { marks: 60, comments: 'Too short.', released: true };
    api.replyConflict(
      'markSubmission',
      'This hand-in was marked in the meantime. Your mark is not saved yet.',
      {
        ...theirs,
        marked_by: 'Ravi Menon',
        marked_at: '2026-11-18T09:00:00.000Z',
      },
    );
    await open();
    await screen.findByRole('article');
    type('Marks (0–100)', '82');
    type('Comment for Asha Kumari', 'Well built.');
    press('Save');
    const alert = await card().findByRole('alert');
    expect(alert.textContent).toContain('What Ravi Menon has saved60 out of 100, releasedToo short.');
    expect(alert.textContent).toContain('What you wrote82 out of 100, not releasedWell built.');
    api.reply('markSubmission', marked);
    press('Send mine anyway');
    await waitFor(() => expect(card().getByText('82 out of 100')).toBeTruthy());
    expect(api.of('markSubmission').map(({ body }) => (body as { original: unknown }).original)).toEqual([
      null,
      theirs,
    ]);
  });

  it('keeps the other mentor’s marks where one says so', async () => {
    api.replyConflict('markSubmission', 'This hand-in was marked in the meantime.', {
      marks: 60,
      comments: 'Too short.',
      released: true,
      marked_by: 'Ravi Menon',
      marked_at: '2026-11-18T09:00:00.000Z',
    });
    await open();
    await screen.findByRole('article');
    type('Marks (0–100)', '82');
    press('Save');
    fireEvent.click(await card().findByRole('button', { name: 'Keep what is there' }));
    await waitFor(() => expect(card().getByText('60 out of 100')).toBeTruthy());
    expect(api.of('markSubmission')).toHaveLength(1);
  });

  it('a double press saves once', async () => {
    api.replyWith('markSubmission', () => new Promise(() => {}));
    await open();
    await screen.findByRole('article');
    type('Marks (0–100)', '71');
    await userEvent.dblClick(card().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.of('markSubmission')).toHaveLength(1));
    expect(card().getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('half-typed marks are there again, and gone once they are saved', async () => {
    const { unmount } = await open();
    await screen.findByRole('article');
    type('Marks (0–100)', '7');
    unmount();
    const again = await open();
    await screen.findByRole('article');
    expect(marks().value).toBe('7');
    api.reply('markSubmission', marked);
    press('Save');
    await card().findByRole('status');
    again.unmount();
    await open();
    await screen.findByRole('article');
    expect(marks().value).toBe('');
  });

  it('a new version is to be marked, and says what the student still sees', async () => {
    const shown = { version: 1, marks: 82, comments: '' };
    api.reply('listBatchSubmissions', [staffSubmission({ version: 2, shown })]);
    await open();
    await screen.findByRole('article');
    expect(card().getByText('To mark')).toBeTruthy();
    expect(card().getByText('Asha Kumari still sees 82 out of 100, for version 1.')).toBeTruthy();
  });

  it('counts of other batches stay', async () => {
    api.reply('listStaffBatches', [staffBatch(), staffBatch({ name: 'DSA-2026-10', unmarked: 2 })]);
    api.reply('markSubmission', marked);
    await open();
    await screen.findByRole('article');
    type('Marks (0–100)', '82');
    press('Save');
    await screen.findByText('All marked');
    expect(screen.getByText('2 to mark')).toBeTruthy();
  });
});
