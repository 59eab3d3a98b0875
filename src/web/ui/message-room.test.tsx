import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { MessageRoom } from './message-room.tsx';

/** A message of 40.4 pixels, shown and taken away by buttons, and taken away by typing when `leavesByTyping`. */
function Form({ leavesByTyping = false }: { leavesByTyping?: boolean }) {
  const [isShown, setShown] = useState(false);
  return (
    <form>
      <input aria-label="Name" onChange={() => leavesByTyping && setShown(false)} />
      <MessageRoom>{isShown && <p>Wrong</p>}</MessageRoom>
      <button type="button" onClick={() => setShown(!isShown)}>
        Press
      </button>
    </form>
  );
}

beforeEach(() => {
  // The document has no layout here: an element is as high as its paragraphs, and no lower than its style says.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const needed = 40.4 * this.querySelectorAll('p').length;
    return new DOMRect(0, 0, 300, Math.max(needed, Number.parseFloat(this.style.minHeight) || 0));
  });
});

const room = () => document.querySelector<HTMLElement>('form > div')!;
const press = () => fireEvent.click(screen.getByRole('button'));
const type = (value: string) => fireEvent.input(screen.getByLabelText('Name'), { target: { value } });
const kept = () => [room().dataset['kept'], room().style.minHeight];

it('a message that goes leaves its room', () => {
  render(<Form />);
  expect(kept(), 'before the first').toEqual([undefined, '']);
  press();
  expect(kept()).toEqual(['', '40.4px']);
  press();
  expect(room().childElementCount).toBe(0);
  expect(kept()).toEqual(['', '40.4px']);
});

it('the room is given back when something is typed after it, not by what is typed while it goes', () => {
  render(<Form leavesByTyping />);
  press();
  type('A');
  expect(room().childElementCount).toBe(0);
  expect(kept()).toEqual(['', '40.4px']);
  type('As');
  expect(kept()).toEqual([undefined, '']);
});

it('typing beside a message leaves it its room, and a window of another size measures anew', () => {
  render(<Form />);
  press();
  type('A');
  expect(kept()).toEqual(['', '40.4px']);
  press();
  act(() => void window.dispatchEvent(new Event('resize')));
  expect(kept()).toEqual([undefined, '']);
});
