import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderWithRouter } from '#support/render-screen';
import { useForm } from '../lib/forms/use-form.ts';
import { useMore } from '../lib/use-more.ts';
import { Button, ButtonLink } from './button.tsx';
import { MoreButton } from './more-button.tsx';

it('sends no form unless it is told to', () => {
  render(<Button>Press</Button>);
  expect(screen.getByRole('button')).toHaveProperty('type', 'button');
});

it('ignores presses while it is busy, and keeps the focus', async () => {
  const onClick = vi.fn();
  const { rerender } = render(<Button onClick={onClick}>Save</Button>);
  const button = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(button);
  rerender(
    <Button onClick={onClick} busy>
      Save
    </Button>,
  );
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledOnce();
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button).toHaveProperty('disabled', false);
  expect(document.activeElement).toBe(button);
  expect(button.textContent).toBe('Save');
});

it('sends its form once while it is busy', async () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" busy={busy}>
        Send
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  await userEvent.click(screen.getByRole('button'));
  rerender(form(true));
  await userEvent.click(screen.getByRole('button'));
  expect(onSubmit).toHaveBeenCalledOnce();
});

it('a double press sends a form once, even before the button shows that it is busy', async () => {
  let finish = () => {};
  const send = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  function Example() {
    const { isBusy, submit } = useForm({ send });
    return (
      <Button
        busy={isBusy}
        onClick={() => {
          submit();
          submit();
        }}
      >
        Send
      </Button>
    );
  }
  await renderWithRouter(<Example />);
  await userEvent.dblClick(screen.getByRole('button'));
  expect(send).toHaveBeenCalledOnce();
  act(() => finish());
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-disabled')).toBeNull());
  await userEvent.click(screen.getByRole('button'));
  expect(send).toHaveBeenCalledTimes(2);
});

it('a link that looks like a button is a link', async () => {
  const { router } = await renderWithRouter(<ButtonLink to="/account">Your account</ButtonLink>);
  await userEvent.click(screen.getByRole('link', { name: 'Your account' }));
  expect(router.state.location.pathname).toBe('/account');
});

describe('the button for more of a list', () => {
  let load = async () => {};
  function List() {
    const [count, setCount] = useState(2);
    const more = useMore(count < 6, async () => {
      await load();
      setCount(count + 2);
    });
    return (
      <>
        <input aria-label="Search" />
        <ul>
          {Array.from({ length: count }, (_, index) => (
            <li key={index}>{index + 1}</li>
          ))}
        </ul>
        <MoreButton more={more}>Show more</MoreButton>
      </>
    );
  }
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  const focused = () => document.activeElement?.textContent;

  it('moves the focus to the first new row, also of the last page', async () => {
    render(<List />);
    await press();
    await waitFor(() => expect(focused()).toBe('3'));
    await press();
    await waitFor(() => expect(focused()).toBe('5'));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says why nothing came, and has the focus for another try', async () => {
    render(<List />);
    load = () => Promise.reject(new Error('lost'));
    await press();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Something went wrong/);
    expect(focused()).toBe('Show more');
    load = async () => {};
    await press();
    await waitFor(() => expect(focused()).toBe('3'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leaves the focus to somebody who has gone on', async () => {
    let finish = () => {};
    load = () => new Promise((resolve) => (finish = resolve));
    render(<List />);
    await press();
    await userEvent.click(screen.getByLabelText('Search'));
    act(() => finish());
    await screen.findByText('4');
    expect(document.activeElement).toBe(screen.getByLabelText('Search'));
  });
});
