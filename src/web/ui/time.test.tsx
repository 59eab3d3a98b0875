import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TimeAgo } from './time-ago.tsx';
import { Day, RelativeTime, Time, ZoneContext } from './time.tsx';

const value = '2026-11-21T20:30:00.000Z';
const inKolkata = (children: React.ReactNode) =>
  render(<ZoneContext value={{ name: 'Asia/Kolkata' }}>{children}</ZoneContext>);
const time = () => document.querySelector('time')!;

describe('an instant', () => {
  it("stands in the academy's zone, exactly in its dateTime", () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    inKolkata(<Time value={value} isFull />);
    expect(time().textContent).toBe('22 Nov 2026, 2:00 am IST');
    expect(time().dateTime).toBe(value);
  });

  it('is short but in a receipt: the exact one is on hover, the year where it differs', () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    vi.useFakeTimers({ now: Date.parse(value), toFake: ['Date'] });
    inKolkata(<Time value={value} />);
    expect(time().textContent).toBe('Sun 22 Nov, 2:00 am IST');
    expect(time().title).toBe('22 Nov 2026, 2:00 am IST');
  });

  it("is followed by the reader's own time where their clock differs", () => {
    inKolkata(<Time value={value} isFull />);
    expect(time().textContent).toBe('22 Nov 2026, 2:00 am IST (21 Nov 2026, 8:30 pm UTC where you are)');
  });

  it('leaves the day out of the reader’s own time when it is the same', () => {
    inKolkata(<Time value="2026-11-21T12:00:00.000Z" isFull />);
    expect(time().textContent).toBe('21 Nov 2026, 5:30 pm IST (12:00 pm UTC where you are)');
  });
});

it("a day is the academy's, with the exact instant on hover", () => {
  inKolkata(<Day value={value} />);
  expect(time().textContent).toBe('22 Nov 2026');
  expect(time().title).toBe('22 Nov 2026, 2:00 am IST');
});

describe('how long ago', () => {
  // Dates only: user-event waits by real timers.
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse(value) + 3 * 3_600_000, toFake: ['Date'] }));

  it('is a text with the exact instant on hover where there are many', () => {
    inKolkata(<TimeAgo value={value} />);
    expect(time().textContent).toBe('3 hours ago');
    expect(time().title).toBe('22 Nov 2026, 2:00 am IST');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is a button that shows the exact instant, and goes back', async () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    inKolkata(<RelativeTime value={value} />);
    await userEvent.click(screen.getByRole('button', { name: '3 hours ago' }));
    await userEvent.click(screen.getByRole('button', { name: 'Sun 22 Nov, 2:00 am IST' }));
    expect(screen.getByRole('button', { name: '3 hours ago' })).toBeTruthy();
  });
});
