import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { mentor, receipt, staffBatch, staffSubmission } from '#support/contract-fixtures';
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
const card = () => within(screen.getByRole('article', { name: 'Asha Kumari, Week 1' }));
const marks = () => card().getByLabelText<HTMLInputElement>('Marks (0–100)');
const type = (label: string, value: string) =>
  fireEvent.change(card().getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(card().getByRole('button', { name }));
const marked = staffSubmission({ state: 'marked', marks: 82, mark_comments: 'Well built.' });
const released = {
  ...marked,
  released: true,
  take_back_until: '2099-11-10T04:15:06.789Z',
  shown: { version: 1, marks: 82, comments: 'Well built.', read_at: null },
};

describe('marking', () => {
  it.each(['', '101', '-1', 'many'])('%j is refused in place, without a call', async (typed) => {
    await open();
    await screen.findByRole('article');
    fireEvent.change(marks(), { target: { value: typed } });
    fireEvent.submit(marks().closest('form')!);
    expect(document.getElementById(marks().getAttribute('aria-describedby')!)?.textContent).toBe(
      'Enter a number from 0 to 100.',
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
        'SavedAsha Kumari does not see these marks until you release them.',
      ),
    );
    expect(api.of('markSubmission').map(({ params, body }) => ({ params, body }))).toEqual([
      {
        params: { id: receipt().number },
        body: {
          marks: 82,
          comments: 'Well built.',
          released: false,
          format: 'markdown',
          original: null,
          began: { marks: null, comments: '' },
          newest: receipt().number,
        },
      },
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Change the marks'));
    expect(card().getByText('82 out of 100')).toBeTruthy();
    expect(screen.getAllByText('1 not released')).toHaveLength(2);
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
    expect(screen.getAllByText('All marked')).toHaveLength(2);
  });

  it('what is saved can be released as it is', async () => {
    answerQueue(api, [marked]);
    api.reply('markSubmission', released);
    await open();
    await screen.findByRole('article');
    press('Release');
    await waitFor(() => expect(api.of('markSubmission')).toHaveLength(1));
    expect(api.of('markSubmission')[0]?.body).toEqual({
      marks: 82,
      comments: 'Well built.',
      released: true,
      original: { marks: 82, comments: 'Well built.', released: false, rubric: null },
      began: { released: false },
      newest: marked.number,
    });
    await waitFor(() => expect(card().getByText('Released')).toBeTruthy());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Change the marks'));
  });

  it('marks that are saved as they are send nothing, unless their release changes', async () => {
    answerQueue(api, [marked]);
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

  it('Save and withdraw takes released marks back', async () => {
    answerQueue(api, [released]);
    api.reply('markSubmission', marked);
    await open();
    await screen.findByRole('article');
    press('Change the marks');
    press('Save and withdraw');
    await waitFor(() =>
      expect(card().getByText(/Asha Kumari does not see these marks until you release them\./)).toBeTruthy(),
    );
    expect(api.of('markSubmission')[0]?.body).toMatchObject({ marks: 82, released: false });
    expect(card().getByRole('button', { name: 'Release' })).toBeTruthy();
  });

  it('Enter leads to the comment; Escape leaves the field, and what is typed can be restored after Cancel', async () => {
    answerQueue(api, [released]);
    api.reply('markSubmission', { ...released, marks: 90 });
    await open();
    await screen.findByRole('article');
    press('Change the marks');
    expect(document.activeElement).toBe(marks());
    const comment = () => card().getByLabelText<HTMLTextAreaElement>('Comment for Asha Kumari');
    await userEvent.clear(marks());
    await userEvent.type(marks(), '5c');
    expect([marks().value, document.activeElement], 'a letter is a shortcut').toEqual(['5', comment()]);
    await userEvent.type(comment(), ' A long second thought.{Escape}');
    expect(document.activeElement).not.toBe(comment());
    await userEvent.keyboard('{Escape}{Escape}');
    expect(comment().value, 'nothing is thrown away').toBe('Well built. A long second thought.');
    press('Cancel');
    expect(card().getByText('82 out of 100')).toBeTruthy();
    press('Change the marks');
    expect([marks().value, comment().value]).toEqual(['82', 'Well built.']);
    await userEvent.keyboard('{Escape}{Escape}');
    expect(card().getByRole('button', { name: 'Change the marks' }), 'unchanged, it closes').toBeTruthy();
    press('Restore what you typed');
    expect([marks().value, comment().value]).toEqual(['5', 'Well built. A long second thought.']);
    await userEvent.clear(marks());
    await userEvent.type(marks(), '90{Enter}');
    expect(document.activeElement).toBe(comment());
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
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
    expect(alert.textContent).toContain('Out of order.Your mark will be sent automatically');
    fireEvent.click(await card().findByRole('button', { name: 'Do not send it' }));
    await waitFor(() => expect(card().queryByRole('alert')).toBeNull());
    expect([marks().value, card().getByLabelText<HTMLInputElement>('Comment for Asha Kumari').value]).toEqual(
      ['71.5', 'Fair.'],
    );
  });

  it('what is refused is said, with what was typed', async () => {
    api.refuse('markSubmission', 404, { message: 'This submission is not there any more.' });
    await open();
    await screen.findByRole('article');
    type('Marks (0–100)', '71.5');
    press('Save');
    const alert = await card().findByRole('alert');
    expect(alert.textContent).toBe(
      'This submission is not there any more.Nothing was saved. Your text is still here.',
    );
    await waitFor(() => expect(marks().value).toBe('71.5'));
    expect(marks().readOnly).toBe(false);
  });

  it('marks that another mentor has changed meanwhile stand beside one’s own, and nobody’s are lost', async () => {
    const theirs = { marks: 60, comments: 'Too *short*.', released: true };
    api.replyConflict(
      'markSubmission',
      'This submission was marked in the meantime. Your mark is not saved yet.',
      {
        ...theirs,
        comments_html: '<p>Too <em>short</em>.</p>',
        marked_by: 'Ravi Menon',
        marked_at: '2026-11-18T09:00:00.000Z',
      },
    );
    await open();
    await screen.findByRole('article');
    type('Marks (0–100)', '82');
    type('Comment for Asha Kumari', '**Well** built.');
    press('Save');
    const alert = await card().findByRole('alert');
    expect((await within(alert).findByText('Well')).tagName, 'as the student sees it').toBe('STRONG');
    expect(within(alert).getByText('short').tagName).toBe('EM');
    expect(alert.textContent).toContain('Saved by Ravi Menon60 out of 100, releasedToo short.');
    expect(alert.textContent).toContain('Yours82 out of 100, releasedWell built.');
    const primary = card()
      .getAllByRole('button')
      .filter(({ className }) => /primary/.test(className));
    expect(primary.map(({ textContent }) => textContent)).toEqual(['Keep the other version']);
    api.reply('markSubmission', marked);
    press('Save mine anyway');
    await waitFor(() => expect(card().getByText('82 out of 100')).toBeTruthy());
    expect(api.of('markSubmission').map(({ body }) => (body as { original: unknown }).original)).toEqual([
      null,
      { ...theirs, rubric: null },
    ]);
  });

  it('keeps the other mentor’s marks where one says so', async () => {
    api.replyConflict('markSubmission', 'This submission was marked in the meantime.', {
      marks: 60,
      comments: '*Too* short.',
      comments_html: '<p><em>Too</em> short.</p>',
      released: true,
      marked_by: 'Ravi Menon',
      marked_at: '2026-11-18T09:00:00.000Z',
    });
    await open();
    await screen.findByRole('article');
    type('Marks (0–100)', '82');
    press('Save');
    fireEvent.click(await card().findByRole('button', { name: 'Keep the other version' }));
    await waitFor(() => expect(card().getByText('60 out of 100')).toBeTruthy());
    expect(card().getByText('Too').tagName).toBe('EM');
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

  describe('with marks of a colleague since', () => {
    const originals = () =>
      api.of('markSubmission').map(({ body }) => (body as { original: unknown }).original);
    const theirs = { marks: 85, comments: 'Good tests.', released: false };
    const typeThenReopen = async (...typed: string[]) => {
      const { unmount } = await open();
      await screen.findByRole('article');
      for (const value of typed) type('Marks (0–100)', value);
      unmount();
      answerQueue(api, [staffSubmission({ state: 'marked', marks: 85, mark_comments: 'Good tests.' })]);
      await open();
      await screen.findByRole('article');
    };

    it('a draft is compared with the mark that it began from, also after it was taken back', async () => {
      await typeThenReopen('70');
      expect(marks().value).toBe('70');
      // Before anything is sent.
      const known = card().getByRole('alert').textContent;
      expect(known).toContain('Saved now85 out of 100, not releasedGood tests.');
      expect(known).toContain('Yours70 out of 100, not released');
      api.refuse('markSubmission', 500, { message: 'Out of order.' });
      press('Save');
      fireEvent.click(await card().findByRole('button', { name: 'Do not send it' }));
      await waitFor(() => expect(card().queryByRole('button', { name: 'Do not send it' })).toBeNull());
      api.replyConflict('markSubmission', 'This submission was marked in the meantime.', {
        ...theirs,
        marked_by: 'Ravi Menon',
        marked_at: '2026-11-18T09:00:00.000Z',
      });
      press('Save');
      await waitFor(() =>
        expect(card().getByRole('alert').textContent).toContain(
          'Saved by Ravi Menon85 out of 100, not released',
        ),
      );
      expect(card().getByRole('alert').textContent).toContain('Yours70 out of 100, not released');
      api.reply('markSubmission', { ...marked, marks: 70 });
      press('Save mine anyway');
      await waitFor(() => expect(card().getByText('70 out of 100')).toBeTruthy());
      expect(originals()).toEqual([null, null, { ...theirs, rubric: null }]);
      api.reply('markSubmission', { ...marked, marks: 71 });
      press('Change the marks');
      type('Marks (0–100)', '71');
      press('Save');
      await waitFor(() => expect(card().getByText('71 out of 100')).toBeTruthy());
      expect(originals().at(-1), 'the next one begins from the saved mark').toMatchObject({ marks: 70 });
    });

    it.each([
      ['emptied', ['7', '']],
      ['cancelled', ['7']],
    ])('after a draft that was %s the next one begins from theirs', async (how, typed) => {
      await typeThenReopen(...typed);
      if (how === 'cancelled') press('Cancel');
      press('Change the marks');
      type('Marks (0–100)', '90');
      api.reply('markSubmission', { ...marked, marks: 90 });
      press('Save');
      await waitFor(() => expect(card().getByText('90 out of 100')).toBeTruthy());
      expect(originals()).toEqual([{ ...theirs, rubric: null }]);
    });

    it('a draft that is opened beside a colleague’s mark is saved over it by its own button', async () => {
      await typeThenReopen('70');
      api.reply('markSubmission', { ...marked, marks: 70 });
      press('Save mine anyway');
      await waitFor(() => expect(card().getByText('70 out of 100')).toBeTruthy());
      expect(originals()).toEqual([{ ...theirs, rubric: null }]);
    });

    it('a draft that is opened beside a colleague’s mark leaves it, and can be restored', async () => {
      await typeThenReopen('60');
      press('Keep the other version');
      await waitFor(() => expect(card().getByText('85 out of 100')).toBeTruthy());
      expect(card().getByRole('button', { name: 'Restore what you typed' })).toBeTruthy();
      expect(originals()).toEqual([]);
    });

    it('a draft does not conflict with a release of the mark that it began from', async () => {
      answerQueue(api, [staffSubmission({ state: 'marked', marks: 85, mark_comments: 'Good tests.' })]);
      const { unmount } = await open();
      await screen.findByRole('article');
      press('Change the marks');
      type('Marks (0–100)', '86');
      unmount();
      const shown = { state: 'marked', marks: 85, mark_comments: 'Good tests.', released: true } as const;
      answerQueue(api, [staffSubmission(shown)]);
      await open();
      await screen.findByRole('article');
      api.reply('markSubmission', staffSubmission({ ...shown, marks: 86 }));
      press('Save and release');
      await waitFor(() => expect(originals()).toEqual([{ ...theirs, released: true, rubric: null }]));
    });

    it('a cancelled draft that is restored is compared with the mark that it began from', async () => {
      await typeThenReopen('70');
      press('Cancel');
      press('Restore what you typed');
      expect(marks().value).toBe('70');
      api.reply('markSubmission', { ...marked, marks: 70 });
      press('Save');
      await waitFor(() => expect(card().getByText('70 out of 100')).toBeTruthy());
      expect(originals()).toEqual([null]);
    });
  });

  it('a new version is to be marked, and says what the student still sees', async () => {
    const shown = { version: 1, marks: 82, comments: '', read_at: null };
    answerQueue(api, [staffSubmission({ version: 2, shown })]);
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
    await screen.findAllByText('1 not released');
    expect(screen.getByText('2 to mark')).toBeTruthy();
  });
});
