import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Countdown } from './viva.tsx';

const now = Date.parse('2026-11-21T09:00:00.000Z');
const hour = 3_600_000;
beforeEach(() => void vi.useFakeTimers({ now }));

const parts = () => screen.getByRole('timer').firstElementChild?.textContent?.match(/\d+/g)?.map(Number);
const forScreenReaders = () => screen.getByRole('timer').lastElementChild?.textContent;

it('ticks each second for the eye', () => {
  render(<Countdown until={now + 26 * hour + 61_000} passed="It is over." />);
  expect(parts()).toEqual([1, 2, 1, 1]);
  act(() => void vi.advanceTimersByTime(1000));
  expect(parts()).toEqual([1, 2, 1, 0]);
  act(() => void vi.advanceTimersByTime(1000));
  expect(parts()).toEqual([1, 2, 0, 59]);
});

it('is not announced by itself: what is left is there for those who come to it, without seconds', () => {
  render(<Countdown until={now + 26 * hour + 61_000} passed="It is over." />);
  expect(screen.getByRole('timer').getAttribute('aria-live')).toBe('off');
  expect(screen.getByRole('timer').firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  expect(forScreenReaders()).toBe('1 day, 2 hours and 1 minute left');
  act(() => void vi.advanceTimersByTime(1000));
  expect(forScreenReaders()).toBe('1 day, 2 hours and 1 minute left');
});

it("goes by the server's clock", () => {
  render(<Countdown until={now + hour} offset={hour / 2} passed="It is over." />);
  expect(parts()).toEqual([0, 0, 30, 0]);
});

it('stops at zero with its text', () => {
  render(<Countdown until={now + 1500} passed="It is over." />);
  act(() => void vi.advanceTimersByTime(5000));
  expect(parts()).toEqual([0, 0, 0, 0]);
  expect(screen.getByText('It is over.')).toBeTruthy();
  expect(vi.getTimerCount()).toBe(0);
});

it('leaves no timer behind', () => {
  const { unmount } = render(<Countdown until={now + hour} passed="It is over." />);
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
