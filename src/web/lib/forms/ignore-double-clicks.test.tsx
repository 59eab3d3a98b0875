import { expect, it, onTestFinished, vi } from 'vitest';
import { ignoreDoubleClicks } from './clicks.ts';

/** Presses in a page of two buttons, a tick and a link; `at` in milliseconds, `x` in pixels. */
function watchPresses() {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = `<form><button id="send">Send</button><button id="stop" type="button">Stop</button>
    <button id="switch" type="button" aria-pressed="false"></button><input id="tick" type="checkbox"><input id="text"></form><a id="link" href="#there">There</a><p id="words"></p>`;
  const acts: string[] = [];
  page.body.addEventListener('click', ({ target }) => acts.push((target as Element).id));
  onTestFinished(ignoreDoubleClicks(page));
  const dispatch = (id: string, event: Event, at: number) => {
    vi.spyOn(event, 'timeStamp', 'get').mockReturnValue(at);
    page.getElementById(id)?.dispatchEvent(event);
    return event;
  };
  return {
    acts,
    press(id: string, at: number, x = 100) {
      const place = { bubbles: true, cancelable: true, clientX: x, clientY: 50, detail: 1 };
      dispatch(id, new PointerEvent('pointerdown', place), at);
      return dispatch(id, new MouseEvent('click', place), at + 30);
    },
    pressByKey: (id: string, at: number) =>
      dispatch(id, new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }), at),
    typeInto: (id: string, at: number) => dispatch(id, new Event('input', { bubbles: true }), at),
  };
}

it.each([80, 250, 500])('after %i ms a second press on a button is the same press', (ms) => {
  const { acts, press } = watchPresses();
  press('send', 1_000);
  expect(press('send', 1_000 + ms).defaultPrevented).toBe(true);
  expect(acts).toEqual(['send']);
});

it.each(['stop', 'tick', 'link'])(
  '%s, which has come under the finger, is not pressed by its second half',
  (id) => {
    const { acts, press } = watchPresses();
    press('send', 1_000);
    expect(press(id, 1_200).defaultPrevented).toBe(true);
    press(id, 1_300);
    expect(acts).toEqual(['send']);
  },
);

it('later, elsewhere, by key, or after typing, it is a press of its own', () => {
  const { acts, press, pressByKey, typeInto } = watchPresses();
  press('send', 1_000);
  press('send', 1_531);
  press('stop', 1_700, 120);
  pressByKey('stop', 1_750);
  press('send', 3_000);
  typeInto('text', 3_100);
  expect(press('send', 3_200).defaultPrevented).toBe(false);
  expect(acts).toEqual(['send', 'send', 'stop', 'stop', 'send', 'send']);
});

it('a tick takes both halves, and so do a switch and a link', () => {
  const { acts, press } = watchPresses();
  press('tick', 1_000);
  press('tick', 1_100);
  press('link', 2_000);
  press('link', 2_100);
  press('switch', 3_000);
  press('switch', 3_100);
  expect(acts).toEqual(['tick', 'tick', 'link', 'link', 'switch', 'switch']);
});

it('words are pressed as often as anybody likes, and what comes after them too', () => {
  const { acts, press } = watchPresses();
  press('words', 1_000);
  press('send', 1_100);
  expect(acts).toEqual(['words', 'send']);
});
