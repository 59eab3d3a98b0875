import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderWithRouter } from '#support/render-screen';
import { tellScreen } from '../../lib/screen-message.ts';
import { redirectWithNotice, screenNotices } from '../../lib/screen-notices.ts';
import { ScreenMessage } from './screen-message.tsx';

const said = () => screen.getByRole('status').textContent;

it('what a posted form did is said once, can be closed, and leaves the address', async () => {
  history.replaceState(null, '', '/here?q=1&notice=note-added');
  const { unmount } = await renderWithRouter(<ScreenMessage />, '/here?q=1&notice=note-added');
  expect(said()).toContain('The note is added.');
  expect(location.search).toBe('?q=1');
  fireEvent.click(within(screen.getByRole('status')).getByRole('button', { name: 'Close' }));
  expect(said()).toBe('');
  unmount();
  history.replaceState(null, '', '/');
});

it.each([
  'You have won',
  '<b>Paid</b>',
  'toString',
  '__proto__',
  'constructor',
  'mark-saved',
  'NOTE-ADDED',
  '',
])('an address cannot put words on a screen: %s', async (words) => {
  await renderWithRouter(<ScreenMessage />, `/here?notice=${encodeURIComponent(words)}`);
  expect(said()).toBe('');
});

it.each([
  ['/staff/phrases', '/staff/phrases?notice=phrase-kept'],
  ['/staff?open=CAP-1', '/staff?open=CAP-1&notice=phrase-kept'],
  ['/staff/projects/P1/briefs#week-2', '/staff/projects/P1/briefs?notice=phrase-kept#week-2'],
])('a posted form leads to %s with the name of what is said there', (address, expected) => {
  const { status, headers } = redirectWithNotice(address, 'phrase-kept');
  expect([status, headers.get('Location')]).toEqual([303, expected]);
});

it('each sentence ends as one, and none is said for two acts', () => {
  const words = Object.values(screenNotices);
  expect(words.filter((text) => !/[.?]$/.test(text))).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});

it('scrolls a focused button above the message that covers it', async () => {
  await renderWithRouter(
    <>
      <button>Save</button>
      <ScreenMessage />
    </>,
  );
  const button = screen.getByRole('button', { name: 'Save' });
  button.focus();
  const at = (top: number) => () => new DOMRect(0, top, 100, 40);
  button.getBoundingClientRect = at(620);
  screen.getByRole('status').getBoundingClientRect = at(640);
  const scroll = (button.scrollIntoView = vi.fn<() => void>());
  act(() => tellScreen('Saved.'));
  await waitFor(() => expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' }));
  expect(document.activeElement).toBe(button);
  button.getBoundingClientRect = at(100);
  await act(async () => tellScreen('Saved again.'));
  expect(scroll).toHaveBeenCalledOnce();
});

it('a button that is gone with its form leaves the focus in its section, also after Close', async () => {
  await renderWithRouter(
    <>
      <section aria-label="Guardian">
        <button>Confirm</button>
      </section>
      <ScreenMessage />
    </>,
  );
  const button = screen.getByRole('button', { name: 'Confirm' });
  act(() => button.focus());
  button.remove();
  act(() => tellScreen('Confirmed.'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region')));
  const close = screen.getByRole('button', { name: 'Close' });
  act(() => close.focus());
  fireEvent.click(close);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region')));
});
