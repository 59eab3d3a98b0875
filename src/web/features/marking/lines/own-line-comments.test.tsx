import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { OwnLineComments } from './own-line-comments.tsx';

const at = '2026-11-21T09:00:00.000Z';
const comments = [
  { id: '1', path: 'site/app.js', line: 3, text: 'Name it.', by: 'Anjali', at, edited_at: null },
  { id: '2', path: 'site/app.js', line: 1, text: 'Why?', by: 'Anjali', at, edited_at: at },
];

let api: MockApi;
beforeEach(() => {
  api = mockApi();
});
const show = async () => {
  await renderWithRouter(<OwnLineComments s_id="asha@x.test" receipt="CAP-1" count={2} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: '2 comments at lines' }));
  return user;
};

describe("a student's comments at lines", () => {
  it('are listed with their version and place, and each is shown at its line', async () => {
    api.reply('listOwnLineComments', { version: 2, file: { id: 'F1', name: 'work.zip' }, comments });
    api.reply('readFileText', { text: 'a\nb\nc\n', isCut: false });
    const user = await show();
    await screen.findByText('On your file of version 2.');
    expect(api.of('listOwnLineComments')[0]).toMatchObject({
      params: { s_id: 'asha@x.test' },
      query: { receipt: 'CAP-1' },
    });
    expect(screen.getByText('site/app.js, line 3')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show line 3 of site/app.js' }));
    const lines = await screen.findByRole('region', { name: 'Lines of site/app.js' });
    expect(api.of('readFileText')[0]).toMatchObject({ params: { id: 'F1' }, query: { path: 'site/app.js' } });
    const rows = within(lines).getAllByRole('listitem');
    expect(rows.map((row) => /Name it|Why/.exec(row.textContent)?.[0])).toEqual([
      'Why',
      undefined,
      'Name it',
    ]);
    expect(document.activeElement).toBe(rows[2]);
    expect(within(lines).queryByRole('button')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hide line 3 of site/app.js' }));
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('of a release that was withdrawn are gone, and a failure is told', async () => {
    api.reply('listOwnLineComments', { version: 1, file: { id: 'F1', name: 'a.js' }, comments: [] });
    await show();
    expect(await screen.findByText('There are no comments to show.')).toBeTruthy();
  });

  it('that cannot be loaded say why', async () => {
    api.refuse('listOwnLineComments', 503, { message: 'The portal is busy.' });
    await show();
    expect(await screen.findByText('The portal is busy.')).toBeTruthy();
  });
});
