import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LineComment } from '#contract/marking/line-comment-calls';
import { mentor, staffSubmission } from '#support/contract-fixtures';
import type { MockApi } from '#support/mock-api';
import { answerQueue, mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as staff from '../../../routes/staff.tsx';

const file = { id: 'F1', name: 'app.js', bytes: 2_048, sha256: 'a'.repeat(64) };
const text = 'const a = 1;\nconst b = 2;\n\nrun(a);\n';
const at = '2026-11-21T09:00:00.000Z';
const comment = (fields: Partial<LineComment> = {}): LineComment => ({
  id: '1',
  path: null,
  line: 2,
  text: 'Name it.',
  by: 'Anjali Menon',
  at,
  edited_at: null,
  ...fields,
});

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
  api.reply('readFileText', { text, isCut: false });
  api.reply('listLineComments', []);
});

async function open(kind: 'text' | 'zip', fields: Parameters<typeof staffSubmission>[0] = {}) {
  answerQueue(api, [staffSubmission({ number: 'CAP-1', file, ...fields })]);
  api.reply('readFilePreview', { kind, words: null, address: 'about:blank' });
  await renderScreen(staff, { path: '/staff', at: '/staff?open=CAP-1', user: mentor });
  return userEvent.setup();
}
const toLines = async (user: ReturnType<typeof userEvent.setup>) => {
  // The next file opens as the mentor left the one before.
  const name = /^(?:Comment on lines|Show the preview)$/;
  const toggle = await screen.findByRole('button', { name });
  if (toggle.textContent === 'Comment on lines') await user.click(toggle);
};
const line = (number: number) => screen.getByRole('button', { name: `Comment on line ${number}` });

describe('comments at lines', () => {
  it('a line that is clicked takes a comment, which stays below it', async () => {
    const user = await open('text');
    await toLines(user);
    await screen.findByRole('region', { name: 'Lines of app.js' });
    expect(screen.queryByTitle('Preview of app.js')).toBeNull();
    api.reply('addLineComment', comment({ line: 4, text: 'Why a?' }), 201);
    await user.click(screen.getByText('run(a);'));
    const field = screen.getByLabelText('Your comment on line 4');
    expect(document.activeElement).toBe(field);
    expect(screen.getByText('The student sees this when you release the mark.')).toBeTruthy();
    await user.type(field, 'Why a?');
    await user.click(screen.getByRole('button', { name: 'Add comment' }));
    await screen.findByText('Why a?');
    expect(screen.queryByLabelText('Your comment on line 4')).toBeNull();
    expect(document.activeElement).toBe(line(4));
    const [sent] = api.of('addLineComment');
    expect([sent?.params, sent?.body]).toEqual([{ id: 'CAP-1' }, { path: null, line: 4, text: 'Why a?' }]);
    expect(line(4).closest('li')?.textContent).toContain('Why a?');
    // A failed form says why, and keeps the text.
    api.refuse('addLineComment', 409, { message: 'The result is frozen.' });
    await user.click(line(1));
    await user.type(screen.getByLabelText('Your comment on line 1'), 'Kept');
    await user.click(screen.getByRole('button', { name: 'Add comment' }));
    await screen.findByText('The result is frozen.');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your comment on line 1').value).toBe('Kept');
    await user.click(screen.getByRole('button', { name: 'Show the preview' }));
    await user.click(screen.getByRole('button', { name: 'Comment on lines' }));
    const kept = await screen.findByLabelText<HTMLTextAreaElement>('Your comment on line 1');
    expect(kept.value, 'a draft opens again').toBe('Kept');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(screen.getByRole('button', { name: 'Show the preview' }));
    expect(await screen.findByTitle('Preview of app.js')).toBeTruthy();
  });

  it('the keyboard moves between lines with one tab stop for all', async () => {
    const user = await open('text');
    await toLines(user);
    await screen.findByRole('region', { name: 'Lines of app.js' });
    line(1).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(line(3));
    await user.keyboard('{End}{ArrowDown}');
    expect(document.activeElement).toBe(line(4));
    await user.keyboard('{Home}{ArrowUp}');
    expect(document.activeElement).toBe(line(1));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('Your comment on line 2'));
    expect([1, 2, 3, 4].map((number) => line(number).tabIndex)).toEqual([-1, 0, -1, -1]);
  });

  it('what is there opens at once, can be changed, and shows what a colleague has changed', async () => {
    api.reply('listLineComments', [comment()]);
    const user = await open('text', { line_comments: 1, released: true, state: 'marked', marks: 70 });
    await screen.findByText('Name it.');
    await user.click(screen.getByRole('button', { name: 'Change the comment on line 2' }));
    const field = screen.getByLabelText('Comment on line 2', { selector: 'textarea' });
    const newer = comment({ text: 'Remove it.' });
    api.replyConflict('changeLineComment', 'This comment was changed in the meantime.', newer);
    await user.clear(field);
    await user.type(field, 'Rename it.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Remove it.')).toBeTruthy();
    expect(api.of('changeLineComment')[0]?.body).toEqual({ text: 'Rename it.', began: { text: 'Name it.' } });
    api.reply('changeLineComment', comment({ text: 'Rename it.', edited_at: at }));
    await user.click(screen.getByRole('button', { name: 'Save mine anyway' }));
    await waitFor(() => expect(api.of('changeLineComment')).toHaveLength(2));
    expect(api.of('changeLineComment')[1]?.body).toEqual({
      text: 'Rename it.',
      began: { text: 'Remove it.' },
    });
    await screen.findByText(', edited');
  });

  it('a deletion names what was seen, and can be undone', async () => {
    api.reply('listLineComments', [comment()]);
    const user = await open('text', { line_comments: 1 });
    api.reply('deleteLineComment', undefined, 204);
    await user.click(await screen.findByRole('button', { name: /^Delete the comment on line 2/ }));
    await screen.findByText('The comment on line 2 was deleted.');
    expect(api.of('deleteLineComment')[0]?.body).toEqual({ began: { text: 'Name it.' } });
    expect(screen.queryByText('Name it.')).toBeNull();
    api.reply('addLineComment', comment({ id: '2' }), 201);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Name it.')).toBeTruthy();
    expect(api.of('addLineComment')[0]?.body).toEqual({ path: null, line: 2, text: 'Name it.' });
  });

  it('a file in a ZIP is chosen first, and its comments are counted there', async () => {
    api.reply('listFileEntries', [
      { path: 'site/app.js', bytes: 10, isText: true },
      { path: 'site/logo.png', bytes: 1_024, isText: false },
    ]);
    api.reply('listLineComments', [comment({ path: 'site/app.js' })]);
    const user = await open('zip');
    await toLines(user);
    const list = await screen.findByRole('list', { name: 'Files in the ZIP' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['site/app.js1 comment at a line', 'site/logo.png1 KB']);
    await user.click(within(list).getByRole('button', { name: 'site/app.js' }));
    await screen.findByText('Name it.');
    expect(api.of('readFileText')[0]?.query).toEqual({ path: 'site/app.js' });
    api.reply('addLineComment', comment({ id: '2', path: 'site/app.js', line: 1, text: 'Also.' }), 201);
    fireEvent.click(line(1));
    await user.type(screen.getByLabelText('Your comment on line 1'), 'Also.');
    await user.click(screen.getByRole('button', { name: 'Add comment' }));
    await screen.findByText('Also.');
    expect(api.of('addLineComment')[0]?.body).toEqual({ path: 'site/app.js', line: 1, text: 'Also.' });
    await user.click(screen.getByRole('button', { name: 'Back to the files' }));
    expect(await screen.findByText('2 comments at lines')).toBeTruthy();
  });

  it.each(['picture', 'pdf', 'video'] as const)('a %s has no lines', async (kind) => {
    answerQueue(api, [staffSubmission({ number: 'CAP-1', file })]);
    api.reply('readFilePreview', { kind, words: null, address: 'about:blank' });
    await renderScreen(staff, { path: '/staff', at: '/staff?open=CAP-1', user: mentor });
    await screen.findByTitle('Preview of app.js');
    expect(screen.queryByRole('button', { name: 'Comment on lines' })).toBeNull();
  });

  it('a long text is shown in parts, the one with a comment at once', async () => {
    const long = Array.from({ length: 1_200 }, (_, n) => `row ${n + 1}`).join('\n');
    api.reply('readFileText', { text: long, isCut: true });
    api.reply('listLineComments', [comment({ line: 700 })]);
    const user = await open('text', { line_comments: 1 });
    await screen.findByText('Name it.');
    expect(screen.queryByText('row 1001')).toBeNull();
    expect(screen.getByText('The file is longer. Only its first 200 KB are shown.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show lines 1001 to 1200' }));
    expect(screen.getByText('row 1200')).toBeTruthy();
  });
});
