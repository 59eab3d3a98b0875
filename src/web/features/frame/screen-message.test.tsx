import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderWithRouter } from '#support/render-screen';
import { browserAction } from '../../lib/forms/form-action.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { clearScreenMessage, tellScreen } from '../../lib/screen-message.ts';
import { withNotices } from '../../lib/screen-notices.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ScreenMessage } from './screen-message.tsx';

const redirectWithNotice = withNotices({
  'note-added': 'The note is added.',
  'phrase-kept': 'The phrase is saved.',
});

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
  ['/here?notice=of-another-screen', 'Said there.'],
  ['/here', ''],
])('at %s a rendered page brings a sentence that its script has not: "%s"', async (at, expected) => {
  await renderWithRouter(<ScreenMessage ofPage="Said there." />, at);
  expect(said()?.replace('Close', '')).toBe(expected);
  act(clearScreenMessage);
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
  // @ts-expect-error -- a sentence of another action
  expect(() => redirectWithNotice(address, 'hold-saved')).not.toThrow();
  // @ts-expect-error -- this action has none
  expect(() => withNotices({})(address, 'phrase-kept')).not.toThrow();
});

it.each([
  ['/staff/people/asha@example.test', '/staff/people/asha%40example.test'],
  ['/staff/batches/R&D', '/staff/batches/R%26D'],
])('on %s a form that leads to %s says what it did', async (open, to) => {
  const Screen = () => (
    <>
      <ActionForm form={useActionForm({})} button="Save" />
      <ScreenMessage />
    </>
  );
  const action = browserAction(async () => redirectWithNotice(to, 'note-added'));
  await renderWithRouter(<Screen />, open, action);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(said()).toContain('The note is added.'));
  act(clearScreenMessage);
});

it('stays when the router writes the same address in another way', async () => {
  const { router } = await renderWithRouter(<ScreenMessage />, '/staff/people/asha@example.test');
  act(() => tellScreen('Saved.', '/staff/people/asha@example.test'));
  await act(() => router.navigate('/staff/people/asha%40example.test'));
  expect(said()).toContain('Saved.');
  await act(() => router.navigate('/staff/people/ravi%40example.test'));
  await act(() => router.navigate('/staff/people/asha@example.test'));
  expect(said()).toBe('');
});

it('the same words again are read out again', async () => {
  await renderWithRouter(<ScreenMessage />);
  act(() => tellScreen('Saved.'));
  const first = screen.getByText('Saved.');
  act(() => tellScreen('Saved.'));
  expect(screen.getByText('Saved.'), 'new in the live region').not.toBe(first);
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
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
  expect(document.activeElement).toBe(button);
  button.getBoundingClientRect = at(100);
  act(() => tellScreen('Saved again.'));
  expect(scroll).toHaveBeenCalledOnce();
});
