import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { limits } from '#contract/limits';
import { receipt, student, timelineOnDay } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { ReceiptSheet } from './receipt.tsx';
import { SubmissionList } from './submission-list.tsx';
import { useReceipts } from './submission-page.ts';

const rows = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);

/** As the screen shows it after submitting. */
const showReceipt = (shown: ReturnType<typeof receipt>) =>
  renderWithRouter(<ReceiptSheet answer={{ message: 'Congrats!!!', receipt: shown }} student={student} />);

describe('a receipt', () => {
  it('shows everything that the server vouches for', async () => {
    await showReceipt(receipt());
    expect(rows()).toEqual([
      'Receipt number: CAP-7K3M-92QX-W4TD-A8JH',
      'Task: Week 1, version 1',
      'Submitted: 10 Nov 2026, 4:05 am UTC',
      'Links: https://git.example.test/asha',
      'Comments: The first screens.',
      'File: week-1.zip',
      'Student: Asha Kumariasha@example.test',
      'Recorded: 2026-11-10 04:05:06.789 UTC',
      'Size: 12,345 bytes (12 KB)',
      `SHA-256: ${'ab'.repeat(32)}`,
    ]);
    expect(screen.getByRole('link', { name: 'week-1.zip' }).getAttribute('href')).toBe('/api/files/f1');
  });

  it.each([
    ['week-1', false, ''],
    ['final', false, ''],
    ['viva', false, ', on time'],
    ['viva', true, ', late'],
    // Kept from a time when the batch had a deadline for it.
    ['week-1', true, ', late'],
  ] as const)(
    'of %s, late %s, says whether it was in time only where there is a deadline',
    async (task, late, end) => {
      await showReceipt(receipt({ task, late }));
      expect(rows()[2]).toBe(`Submitted: 10 Nov 2026, 4:05 am UTC${end}`);
    },
  );

  it('of an earlier project has its mark', async () => {
    const made_for = { p_id: 'P002', p_name: 'Loan Desk' };
    const earlier_mark = { marks: 76, comments: 'Good.' };
    await showReceipt({ ...receipt(), made_for, earlier_mark } as ReturnType<typeof receipt>);
    expect(rows().slice(3, 5)).toEqual([
      'Made for: Loan Desk, an earlier project',
      'Mark for that project: 76 out of 100Good.',
    ]);
  });

  it('says what there is none of, and what was late', async () => {
    const empty = receipt({ links: '', comments: '', file: null, late: true });
    await showReceipt(empty);
    expect(rows().slice(2, 6)).toEqual([
      'Submitted: 10 Nov 2026, 4:05 am UTC, late',
      'Links: None',
      'Comments: None',
      'File: None',
    ]);
    expect(rows()).not.toContain('SHA-256');
  });
});

it('a long comment is folded on the screen until it is opened', async () => {
  await showReceipt(receipt({ comments: 'A line.\n'.repeat(7) }));
  const comments = () => screen.getByText('Comments').nextElementSibling!.firstElementChild!;
  expect(comments().className).toBe('folded');
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(comments().className).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Show less' }));
  expect(comments().className).toBe('folded');
});

describe('the versions', () => {
  function List({ first }: { first: ReturnType<typeof receipt>[] }) {
    const { tasks } = timelineOnDay(16, { 'week-1': { state: 'marked', marks: 82 } });
    return <SubmissionList tasks={tasks.slice(0, 1)} receipts={useReceipts(student, first)} />;
  }
  const versions = () =>
    [...document.querySelectorAll('summary[data-plain]')].map(({ textContent }) => textContent);

  it('a mark for an earlier version is not said to be that of the one that counts', async () => {
    const { tasks } = timelineOnDay(16, {
      'week-1': { state: 'marked', marks: 82, marked_version: 1, version: 2 },
    });
    function Both() {
      const first = [receipt({ number: 'CAP-2', version: 2 }), receipt()];
      return <SubmissionList tasks={tasks.slice(0, 1)} receipts={useReceipts(student, first)} />;
    }
    await renderWithRouter(<Both />);
    expect(screen.getByText('Version 2 submitted · version 1 is marked: 82 out of 100')).toBeTruthy();
  });

  it('are newest first; the newest counts, with its marks', async () => {
    const second = receipt({ number: 'CAP-2', version: 2, late: true });
    await renderWithRouter(<List first={[second, receipt()]} />);
    expect(screen.getByText('Version 2 submitted · marked: 82 out of 100')).toBeTruthy();
    expect(versions()[0]).toMatch(/^Version 2.*, late$/);
    expect(versions()[1]).toMatch(/^Version 1/);
    const [download] = screen.getAllByRole('link', { name: 'Download as JSON' });
    expect(download?.getAttribute('href')).toBe('/api/receipts/CAP-2');
    expect(download?.getAttribute('download')).toBe('receipt-CAP-2.json');
    expect(screen.queryByRole('button', { name: 'Show older versions' })).toBeNull();
  });

  it('print one receipt alone, and the page is itself again afterwards', async () => {
    let printed: (string | undefined)[] = [];
    vi.stubGlobal('print', () => {
      printed = [...document.querySelectorAll('[data-printing] dd')]
        .slice(0, 1)
        .map((dd) => dd.textContent ?? '');
    });
    await renderWithRouter(<List first={[receipt({ number: 'CAP-2', version: 2 }), receipt()]} />);
    fireEvent.click(screen.getAllByRole('button', { name: 'Save as PDF' })[1]!);
    expect(printed).toEqual([receipt().number]);
    expect(document.querySelector('[data-printing]')).toBeNull();
  });

  it('have ten links in a text at most, since all are drawn at once, and every letter', async () => {
    const links = 'http://a.test/ '.repeat(60);
    await renderWithRouter(<List first={[receipt({ links, comments: links })]} />);
    expect(screen.getAllByRole('link', { name: 'http://a.test/' })).toHaveLength(2 * 10);
    expect(rows()).toContain(`Links: ${links}Show all`);
  });

  it('that are older come on demand, each once; a failure says so', async () => {
    const api = mockApi();
    const page = Array.from({ length: limits.pageSize }, (_, i) => receipt({ number: `CAP-${i}` }));
    await renderWithRouter(<List first={page} />);
    const more = () => fireEvent.click(screen.getByRole('button', { name: 'Show older versions' }));
    api.refuse('listSubmissions', 500, { message: 'Out of order.' });
    more();
    await waitFor(() => expect(within(screen.getByRole('alert')).getByText('Out of order.')).toBeTruthy());
    api.reply('listSubmissions', [receipt({ number: 'CAP-49' }), receipt({ number: 'CAP-50' })]);
    more();
    await waitFor(() => expect(versions()).toHaveLength(limits.pageSize + 1));
    expect(api.of('listSubmissions').at(-1)?.query).toEqual({ before: 'CAP-49' });
    expect(screen.queryByRole('button', { name: 'Show older versions' })).toBeNull();
  });

  it('of an earlier page are still what counts, and a page that ended early is not the end', async () => {
    const { tasks } = timelineOnDay(16, { 'week-1': { state: 'submitted', version: 3 } });
    function Ended() {
      const first = [receipt({ task: 'week-2', more: true })];
      return <SubmissionList tasks={tasks.slice(0, 1)} receipts={useReceipts(student, first)} />;
    }
    await renderWithRouter(<Ended />);
    expect(screen.getByText('Version 3 submitted')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Show older versions' })).toBeTruthy();
  });

  describe('with a text that the list has cut', () => {
    const long = 'word '.repeat(4_000);
    const cut = receipt({ comments: long.slice(0, 1_999), shortened: true });
    const { shortened: _, ...whole } = receipt({ comments: long });
    const signed = {
      ...whole,
      student: { s_id: student.s_id, s_name: student.s_name },
      academy: 'ICTAK',
      zone: 'Asia/Kolkata',
      key: 'key',
      signature: 'signature',
    };
    const comments = () => screen.getByText('Comments').nextElementSibling?.textContent;
    const link = () => screen.getByRole('link', { name: 'Show the whole text' });

    it('show the whole of it on demand, in its place, with the focus; a failure says so', async () => {
      const api = mockApi();
      await renderWithRouter(<List first={[cut]} />);
      expect(comments()).toBe(cut.comments);
      expect(link().getAttribute('href'), 'without script').toBe(`/api/receipts/${cut.number}`);
      api.refuse('readReceipt', 503, { message: 'The portal is busy.' });
      fireEvent.click(link());
      await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The portal is busy.'));
      expect(comments()).toBe(cut.comments);
      api.reply('readReceipt', signed);
      fireEvent.click(link());
      await waitFor(() => expect(comments()).toBe(long));
      expect(api.of('readReceipt')).toMatchObject([{ params: { number: cut.number } }, {}]);
      expect(document.activeElement?.textContent).toBe('This is the whole text.');
      expect(screen.queryByRole('link', { name: 'Show the whole text' })).toBeNull();
    });

    it('are printed whole, and not at all where it cannot be loaded', async () => {
      const api = mockApi();
      const printed: (string | null | undefined)[] = [];
      vi.stubGlobal('print', () => printed.push(comments()));
      await renderWithRouter(<List first={[cut]} />);
      api.refuse('readReceipt', 503, { message: 'The portal is busy.' });
      fireEvent.click(screen.getByRole('button', { name: 'Save as PDF' }));
      await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The portal is busy.'));
      expect(printed).toEqual([]);
      api.reply('readReceipt', signed);
      fireEvent.click(screen.getByRole('button', { name: 'Save as PDF' }));
      await waitFor(() => expect(printed).toEqual([long]));
      fireEvent.click(screen.getByRole('button', { name: 'Save as PDF' }));
      expect(printed).toEqual([long, long]);
      expect(api.of('readReceipt')).toHaveLength(2);
    });
  });
});
