import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { MessageRoom } from './message-room.tsx';

/** A message of 40 pixels, shown and taken away by buttons, and taken away by typing when `leavesByTyping`. */
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
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return Math.max(40 * this.querySelectorAll('p').length, Number.parseFloat(this.style.minHeight) || 0);
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
  expect(kept()).toEqual(['', '40px']);
  press();
  expect(room().childElementCount).toBe(0);
  expect(kept()).toEqual(['', '40px']);
});

it('the room is given back when something is typed after it, not by what is typed while it goes', () => {
  render(<Form leavesByTyping />);
  press();
  type('A');
  expect(room().childElementCount).toBe(0);
  expect(kept()).toEqual(['', '40px']);
  type('As');
  expect(kept()).toEqual([undefined, '']);
});

it('typing beside a message leaves it its room, and a window of another size measures anew', () => {
  render(<Form />);
  press();
  type('A');
  expect(kept()).toEqual(['', '40px']);
  press();
  act(() => void window.dispatchEvent(new Event('resize')));
  expect(kept()).toEqual([undefined, '']);
});
