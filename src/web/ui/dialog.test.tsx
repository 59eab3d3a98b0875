import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { AlertDialog, Dialog } from './dialog.tsx';

function Example() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Delete</button>
      {isOpen && (
        <Dialog title="Delete it?" onClose={close} actions={<button onClick={close}>No</button>}>
          It is gone for good.
        </Dialog>
      )}
    </>
  );
}

it('is modal, so that the browser keeps the focus inside, and is named and described', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  render(<Example />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = screen.getByRole('dialog', { name: 'Delete it?', description: 'It is gone for good.' });
  expect(dialog).toHaveProperty('open', true);
  expect(showModal).toHaveBeenCalledOnce();
});

it('gives the focus back when it closes', async () => {
  render(<Example />);
  const opener = screen.getByRole('button', { name: 'Delete' });
  await userEvent.click(opener);
  act(() => screen.getByRole('button', { name: 'No' }).focus());
  await userEvent.click(screen.getByRole('button', { name: 'No' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('leaves closing on Escape to its owner: the browser does not close it by itself', () => {
  const onClose = vi.fn();
  render(<Dialog title="Delete it?" onClose={onClose} actions={null} />);
  // What a browser does with Escape in a modal dialog.
  const isDefault = fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(isDefault).toBe(false);
});

it('an alert is an alertdialog whose text is announced, with one button that closes', async () => {
  const onClose = vi.fn();
  render(
    <AlertDialog title="Not selected" onClose={onClose}>
      <p>Please accept the terms to proceed.</p>
    </AlertDialog>,
  );
  expect(screen.getByRole('alertdialog', { name: 'Not selected' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Please accept the terms to proceed.');
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
