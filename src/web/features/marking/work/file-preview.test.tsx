import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FilePreview as FilePreviewAnswer } from '#contract/submissions/preview-calls';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { FilePreview } from './file-preview.tsx';

const file = { id: 'F1', name: 'work.pdf', bytes: 2_048, sha256: 'a'.repeat(64) };
// Nothing is loaded into the frame here: what it shows is the server's, and tried in a browser.
const address = 'about:blank';

let api: MockApi;
beforeEach(() => {
  api = mockApi();
});
const show = () => renderWithRouter(<FilePreview submission={{ file }} />);

describe('the preview of a file', () => {
  it.each([
    ['pdf', 'allow-scripts'],
    ['text', ''],
    ['picture', ''],
    ['video', ''],
    ['zip', ''],
  ] as const)('of kind %s is a frame that shares nothing with the page', async (kind, sandbox) => {
    api.reply('readFilePreview', { kind, words: null, address });
    await show();
    const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of work.pdf');
    expect(frame.getAttribute('sandbox')).toBe(sandbox);
    expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer');
    fireEvent.load(frame);
    expect(screen.queryByText('Loading the preview …')).toBeNull();
    const tab = screen.getByRole('link', { name: 'Open in new tab' });
    expect([tab.getAttribute('target'), tab.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  });

  it('is told in words where there is none, and the file stays a download', async () => {
    api.reply('readFilePreview', { kind: 'none', words: 'Office files are not shown here.', address: null });
    await show();
    await screen.findByText('Office files are not shown here.');
    expect(document.querySelector('iframe')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Open in new tab' })).toBeNull();
    const download = screen.getByRole('link', { name: 'Download' });
    expect([download.getAttribute('href'), download.hasAttribute('download')]).toEqual([
      '/api/files/F1',
      true,
    ]);
  });

  it('says that it is loading until the portal has answered', async () => {
    const answer = Promise.withResolvers<FilePreviewAnswer>();
    api.replyWith('readFilePreview', () => answer.promise);
    await show();
    expect(screen.getByRole('status').textContent).toBe('Loading the preview …');
    await act(async () => answer.resolve({ kind: 'none', words: 'Not shown.', address: null }));
    await screen.findByText('Not shown.');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('that could not be loaded is asked for again', async () => {
    api.refuse('readFilePreview', 503, { message: 'The portal is busy.' });
    await show();
    await screen.findByText('The portal is busy.');
    api.reply('readFilePreview', { kind: 'text', words: null, address });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByTitle('Preview of work.pdf');
  });

  it('of lost bytes says so, and offers neither another try nor a download', async () => {
    const message = 'The portal has lost this file. Please tell the office this number: CAP-1.';
    api.refuse('readFilePreview', 410, { message });
    await show();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(`The file is missing${message}`);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('of a short text or a picture is no taller than that', async () => {
    api.reply('readFilePreview', { kind: 'text', words: null, address, rows: 3 });
    const { unmount } = await show();
    const frame = async () => (await screen.findByTitle('Preview of work.pdf')).parentElement as HTMLElement;
    expect([(await frame()).dataset['fits'], (await frame()).style.getPropertyValue('--rows')]).toEqual([
      'text',
      '3',
    ]);
    unmount();
    api.reply('readFilePreview', { kind: 'picture', words: null, address, width: 640, height: 48 });
    await show();
    const { style, dataset } = await frame();
    expect([dataset['fits'], style.getPropertyValue('--width'), style.getPropertyValue('--height')]).toEqual([
      'picture',
      '640',
      '48',
    ]);
  });

  it('of a submission without a file is nothing', async () => {
    const { container } = await renderWithRouter(<FilePreview submission={{ file: null }} />);
    expect(container.textContent).toBe('');
    expect(api.requests).toEqual([]);
  });
});
