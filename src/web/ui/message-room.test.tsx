import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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

const scrolled = vi.fn<(options: ScrollToOptions) => void>();
beforeEach(() => {
  scrolled.mockClear();
  vi.stubGlobal('scrollBy', scrolled);
});

const room = () => document.querySelector<HTMLElement>('form > div')!;
const press = () => fireEvent.click(screen.getByRole('button'));
const type = (value: string) => fireEvent.input(screen.getByLabelText('Name'), { target: { value } });
const kept = () => [room().dataset['kept'], room().style.minHeight];

it('a message that goes leaves its room', () => {
  render(<Form />);
  expect(kept(), 'before the first').toEqual([undefined, '']);
  press();
  expect(kept()).toEqual(['', '41px']);
  press();
  expect(room().childElementCount).toBe(0);
  expect(kept()).toEqual(['', '41px']);
});

it('the room is given back when something is typed after it, not by what is typed while it goes', () => {
  render(<Form leavesByTyping />);
  press();
  type('A');
  expect(room().childElementCount).toBe(0);
  expect(kept()).toEqual(['', '41px']);
  type('As');
  expect(kept()).toEqual([undefined, '']);
});

it('typing beside a message leaves it its room, and a window of another size measures anew', () => {
  render(<Form />);
  press();
  type('A');
  expect(kept()).toEqual(['', '41px']);
  press();
  act(() => void window.dispatchEvent(new Event('resize')));
  expect(kept()).toEqual([undefined, '']);
});

describe('what is pressed stays under the finger', () => {
  it('when the first message comes: the page scrolls by its height, and grows where it is too short', () => {
    render(<Form />);
    fireEvent.pointerDown(screen.getByRole('button'));
    press();
    expect(scrolled.mock.calls).toEqual([[{ top: 41, behavior: 'instant' }]]);
    expect(document.documentElement.style.minHeight).toBe(`${innerHeight + 41}px`);
    press();
    press();
    expect(scrolled, 'its room was still there').toHaveBeenCalledTimes(1);
    cleanup();
    expect(document.documentElement.style.minHeight).toBe('');
  });

  it('also in a dialog, which grows to both sides', () => {
    render(
      <dialog open>
        <Form />
      </dialog>,
    );
    fireEvent.pointerDown(screen.getByRole('button'));
    press();
    expect(screen.getByRole('dialog').style.translate).toBe('0 -20.5px');
    expect(scrolled).not.toHaveBeenCalled();
  });

  it.each([
    ['all of it', { further: 100, top: 60 }, 41, []],
    ['what is left by the page', { further: 30, top: 60 }, 30, [[{ top: 11, behavior: 'instant' }]]],
    ['further where a button sticks that would cover the message', { further: 100, top: 31 }, 63, []],
  ])('also in a panel that scrolls: %s', (_, { further, top: topOfButton }, expected, byPage) => {
    render(
      <div data-testid="panel" style={{ overflowY: 'auto' }}>
        <Form />
      </div>,
    );
    const panel = screen.getByTestId('panel');
    Object.defineProperty(panel, 'scrollHeight', { value: panel.clientHeight + further });
    panel.scrollBy = (({ top = 0 }: ScrollToOptions = {}) => {
      panel.scrollTop = Math.min(further, panel.scrollTop + top);
    }) as typeof panel.scrollBy;
    const button = screen.getByRole('button');
    button.getBoundingClientRect = () => new DOMRect(0, topOfButton, 80, 40);
    fireEvent.pointerDown(button);
    press();
    expect(panel.scrollTop).toBe(expected);
    expect(scrolled.mock.calls).toEqual(byPage);
  });

  it('in a panel whose button sticks, a tall message begins in sight, and the page stays', () => {
    render(
      <div data-testid="panel" style={{ overflowY: 'auto' }}>
        <Form />
      </div>,
    );
    const panel = screen.getByTestId('panel');
    Object.defineProperty(panel, 'scrollHeight', { value: panel.clientHeight + 100 });
    panel.getBoundingClientRect = () => new DOMRect(0, -8, 80, 40);
    const moved = vi.fn();
    panel.scrollBy = moved as typeof panel.scrollBy;
    const button = screen.getByRole('button');
    button.style.position = 'sticky';
    button.getBoundingClientRect = () => new DOMRect(0, 31, 80, 40);
    fireEvent.pointerDown(button);
    press();
    expect(moved.mock.calls).toEqual([[{ top: 8, behavior: 'instant' }]]);
    expect(scrolled).not.toHaveBeenCalled();
  });

  it.each([0, 100])('in a panel that keeps its scrolling, the page stays: %i pixels further', (further) => {
    const styles = getComputedStyle.bind(window);
    vi.stubGlobal('getComputedStyle', (of: Element) => {
      const { overflowY, position } = styles(of);
      const overscrollBehaviorY = of.matches('[data-testid=panel]') ? 'contain' : 'auto';
      return { overflowY, position, overscrollBehaviorY, rowGap: '' };
    });
    render(
      <div data-testid="panel" style={{ overflowY: 'auto' }}>
        <Form />
      </div>,
    );
    const panel = screen.getByTestId('panel');
    Object.defineProperty(panel, 'scrollHeight', { value: panel.clientHeight + further });
    panel.scrollBy = vi.fn() as typeof panel.scrollBy;
    const button = screen.getByText('Press');
    fireEvent.pointerDown(button);
    fireEvent.click(button);
    expect(scrolled).not.toHaveBeenCalled();
    expect(document.documentElement.style.minHeight).toBe('');
  });

  it.each([
    [innerHeight, []],
    [innerHeight - 100, [[{ top: 41, behavior: 'instant' }]]],
  ])('a button that sticks to the lower edge does not move, one above it does: %i', (bottom, byPage) => {
    render(<Form />);
    const button = screen.getByRole('button');
    button.style.position = 'sticky';
    button.style.bottom = '0px';
    button.getBoundingClientRect = () => new DOMRect(0, bottom - 40, 80, 40);
    fireEvent.pointerDown(button);
    press();
    expect(scrolled.mock.calls).toEqual(byPage);
  });

  it.each<[string, (form: HTMLElement) => void]>([
    ['what is above the message', () => fireEvent.pointerDown(screen.getByLabelText('Name'))],
    ['nothing at all', () => fireEvent.keyDown(document.body)],
    [
      'the field that is wrong',
      () => {
        fireEvent.pointerDown(screen.getByRole('button'));
        screen.getByLabelText('Name').setAttribute('aria-invalid', 'true');
        screen.getByLabelText('Name').focus();
      },
    ],
  ])('and nothing scrolls for %s', (_, hold) => {
    const { container } = render(<Form />);
    hold(container);
    press();
    expect(scrolled).not.toHaveBeenCalled();
  });

  it('what the page opens with scrolls nothing', () => {
    render(
      <MessageRoom>
        <p>Wrong</p>
      </MessageRoom>,
    );
    expect(scrolled).not.toHaveBeenCalled();
  });
});
