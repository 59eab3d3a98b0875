import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { OwnViva } from './own-viva.tsx';

const time = {
  starts_at: '2026-12-03T04:30:00.000Z',
  minutes: 30,
  room: 'Room 2',
  link: null,
  told_at: '2026-11-30T04:30:00.000Z',
};

it('says when, where and how long', () => {
  render(<OwnViva time={time} />);
  expect(screen.getByText('Your viva:').closest('p')?.textContent).toBe(
    'Your viva: Thu 3 Dec, 4:30 am UTC, Room 2, 30 minutes. ',
  );
  expect(screen.queryByRole('link')).toBeNull();
});

it('leads to the meeting of a room with a link, in a window of its own', () => {
  render(<OwnViva time={{ ...time, link: 'https://meet.example.test/viva' }} />);
  const link = screen.getByRole('link', { name: 'Open the meeting' });
  expect(link.getAttribute('href')).toBe('https://meet.example.test/viva');
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
});

it.each([
  ['may-ask', 'Ask for another time'],
  ['asked', 'You asked for another time'],
  ['choose', 'Choose another time'],
  ['picked', 'You chose another time'],
] as const)('leads to another time: %s', (change, name) => {
  render(
    <MemoryRouter>
      <OwnViva time={{ ...time, change }} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/extension?task=viva');
  expect(screen.queryByText(/this time counts\.$/) === null).toBe(change === 'may-ask');
});

it.each([
  [12, 'Running about 12 minutes late, as of 4:35 am. '],
  [1, 'Running about 1 minute late, as of 4:35 am. '],
])('says that it runs %i minutes late, and since when that is known', (late, words) => {
  render(<OwnViva time={{ ...time, delay: { minutes: late, as_of: '2026-12-03T04:35:00.000Z' } }} />);
  expect(screen.getByText('Your viva:').closest('p')?.textContent).toContain(words);
});

it('is nothing without a time', () => {
  const { container } = render(<OwnViva time={null} />);
  expect(container.textContent).toBe('');
});
