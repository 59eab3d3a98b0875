import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MarkedVersion } from '#contract/progress/student-calls';
import { receipt } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { EarlierVersions } from './earlier-versions.tsx';
import { VersionChanges } from './version-changes.tsx';

const fileOf = (name: string, hash: string) => ({
  id: `${name}-${hash}`,
  name,
  bytes: 2_048,
  sha256: hash.repeat(64),
});
const earlier = {
  ...receipt({ version: 1 }),
  number: 'CAP-1',
  links: 'https://a.test',
  comments: 'I made the login.',
  file: fileOf('work.js', 'a'),
};
const later = {
  ...earlier,
  number: 'CAP-2',
  version: 2,
  links: 'https://b.test',
  comments: 'I made the signup.',
  file: fileOf('work.js', 'b'),
};

let api: MockApi;
beforeEach(() => {
  api = mockApi();
});
const texts = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent);

describe('what changed between two versions', () => {
  it('is links, words and the file, and its lines when somebody asks', async () => {
    await renderWithRouter(<VersionChanges earlier={earlier} later={later} />);
    await screen.findByText('Links');
    expect(texts('del')).toEqual(['https://a.test', ' login', 'work.js (2 KB, aaaaaaaa…)']);
    expect(texts('ins')).toEqual(['https://b.test', ' signup', 'work.js (2 KB, bbbbbbbb…)']);
    expect(api.requests).toEqual([]);
    api.replyWith('readFileText', ({ params }) => ({
      text: params['id'] === earlier.file.id ? 'const a = 1;\nlast\n' : 'const a = <b>2</b>;\nlast\n',
      isCut: params['id'] === earlier.file.id,
    }));
    await userEvent.click(screen.getByRole('button', { name: 'Compare the files line by line' }));
    const lines = await screen.findByRole('region', { name: 'The file line by line' });
    expect(lines.textContent).toBe('− const a = 1;\n+ const a = <b>2</b>;\n  last\n');
    expect(screen.getByText('Only the first 200 KB of each are compared.')).toBeTruthy();
  });

  it('a file that is no text says so', async () => {
    await renderWithRouter(<VersionChanges earlier={earlier} later={later} />);
    await screen.findByText('Links');
    api.refuse('readFileText', 415, { message: 'This file is no text.' });
    await userEvent.click(screen.getByRole('button', { name: 'Compare the files line by line' }));
    await screen.findByText('This file is no text.');
  });

  it('texts that a list has cut are compared whole', async () => {
    api.reply('readReceipt', {
      ...receipt({ version: 1 }),
      comments: 'I made the signup.',
      links: later.links,
      student: { s_id: 'asha@example.test', s_name: 'Asha Kumari' },
      academy: 'ICTAK',
      zone: 'Asia/Kolkata',
      key: 'key',
      signature: 'signature',
    });
    await renderWithRouter(
      <VersionChanges earlier={{ ...earlier, shortened: true, file: later.file }} later={later} />,
    );
    await screen.findByText('Nothing has changed.');
  });
});

describe('earlier versions', () => {
  const marked = (version: number, fields: Partial<MarkedVersion> = {}): MarkedVersion => ({
    ...earlier,
    number: `CAP-${version}`,
    version,
    mark: null,
    history: [],
    second_look: null,
    ...fields,
  });

  it('are loaded when they are unfolded, of the same task, each against the next', async () => {
    api.reply('listMarkedVersions', [
      marked(2, {
        mark: { marks: 60, comments: '', released: true, by: null, at: earlier.submitted_at, read_at: null },
      }),
      marked(1, { links: 'https://0.test' }),
    ]);
    await renderWithRouter(
      <EarlierVersions
        userId="m"
        s_id="asha@example.test"
        submission={{ ...later, version: 3, number: 'CAP-3' }}
      />,
    );
    expect(api.requests).toEqual([]);
    await userEvent.click(screen.getByText('Compare with 2 earlier versions'));
    await screen.findByText(/^Version 1/);
    expect(api.of('listMarkedVersions').map(({ query }) => query)).toEqual([
      { task: later.task, before: 'CAP-3' },
    ]);
    expect(screen.getByText('60 out of 100, released')).toBeTruthy();
    await waitFor(() => expect(texts('del').length).toBeGreaterThan(3));
    expect(texts('del')).toEqual(['https://a.test', ' login', 'work.js (2 KB, aaaaaaaa…)', 'https://0.test']);
    api.reply('readFilePreview', { kind: 'none', words: 'Not shown.', address: null });
    await userEvent.click(screen.getByRole('button', { name: 'Show the file of version 1' }));
    await screen.findByText('Not shown.');
  });

  it('that could not be loaded are asked for again; of a first version there are none', async () => {
    api.refuse('listMarkedVersions', 503, { message: 'The portal is busy.' });
    const { container, unmount } = await renderWithRouter(
      <EarlierVersions userId="m" s_id="a@b.test" submission={later} />,
    );
    await userEvent.click(screen.getByText('Compare with 1 earlier version'));
    await screen.findByText('The portal is busy.');
    api.reply('listMarkedVersions', [marked(1)]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^Version 1/);
    expect(container.querySelector('details')).toBeTruthy();
    unmount();
    const first = await renderWithRouter(<EarlierVersions userId="m" s_id="a@b.test" submission={earlier} />);
    expect(first.container.textContent).toBe('');
  });
});
