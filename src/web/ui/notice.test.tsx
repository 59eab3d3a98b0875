import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LiveRegion, Notice, SaveStatusNote, useAnnouncement } from './notice.tsx';
import { EmptyState, ErrorState, Skeleton } from './states.tsx';

it.each([
  ['error', 'alert'],
  ['success', 'status'],
  ['warning', 'status'],
  ['info', 'status'],
] as const)('a notice of tone %s is a live region of role %s', (tone, role) => {
  render(
    <Notice tone={tone} title="Title">
      Text
    </Notice>,
  );
  expect(screen.getByRole(role).textContent).toBe('TitleText');
});

it('a notice takes another role where it is asked to', () => {
  render(
    <Notice tone="success" role="alert">
      Saved
    </Notice>,
  );
  expect(screen.getByRole('alert').textContent).toBe('Saved');
  expect(screen.queryByRole('status')).toBeNull();
});

it('an error state is announced and offers to try again', async () => {
  const onRetry = vi.fn();
  render(
    <ErrorState onRetry={onRetry}>
      <p>Out of order.</p>
    </ErrorState>,
  );
  expect(screen.getByRole('alert').textContent).toContain('This could not be loadedOut of order.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('an error state without a retry has no button', () => {
  render(<ErrorState title="Gone">Text</ErrorState>);
  expect(screen.queryByRole('button')).toBeNull();
});

it('an empty state is not announced; its action is left out where there is none', () => {
  render(
    <EmptyState title="Nothing yet" action={false}>
      <p>Soon.</p>
    </EmptyState>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('heading', { level: 2, name: 'Nothing yet' }).parentElement?.children).toHaveLength(
    2,
  );
});

it('a skeleton is nothing to a screen reader', () => {
  const { container } = render(<Skeleton height="4rem" />);
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  expect(container.firstElementChild).toHaveProperty('style.height', '4rem');
});

it.each([
  ['nothing', ''],
  ['saving', 'Saving on this device…'],
  ['saved', 'Saved on this device'],
  ['failed', 'This device cannot save your text. Please send your text before you leave this page.'],
] as const)('the save status "%s" reads "%s"', (status, text) => {
  const { container } = render(<SaveStatusNote status={status} />);
  expect(container.textContent).toBe(text);
});

function Announced() {
  const [announcement, announce] = useAnnouncement();
  return (
    <>
      <LiveRegion announcement={announcement} />
      <button onClick={() => announce('Your comment was posted.')}>Send</button>
    </>
  );
}

it('the same words again are new in the live region', () => {
  render(<Announced />);
  const send = () => fireEvent.click(screen.getByRole('button'));
  send();
  const first = screen.getByText('Your comment was posted.');
  send();
  expect(screen.getByText('Your comment was posted.')).not.toBe(first);
  expect(screen.getAllByRole('status')).toHaveLength(1);
});
