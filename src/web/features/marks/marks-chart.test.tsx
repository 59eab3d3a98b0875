import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MarksChart } from './marks-chart.tsx';

it('is nothing before the first mark', () => {
  const { container } = render(<MarksChart marks={[{ name: 'Week 1', marks: null }]} />);
  expect(container.innerHTML).toBe('');
});

it('draws a bar of one pixel a mark, with its number, and names every task', () => {
  const marks = [
    { name: 'Week 1', marks: 82 },
    { name: 'Week 2', marks: 0 },
    { name: 'Viva voce', marks: null },
  ];
  render(<MarksChart marks={marks} />);
  const chart = screen.getByRole('img', {
    name: 'Marks out of 100: Week 1 82, Week 2 0. Not marked yet: Viva voce.',
  });
  // A zero still shows where it stands.
  expect([...chart.querySelectorAll('rect')].map((bar) => bar.getAttribute('height'))).toEqual(['82', '1']);
  const texts = [...chart.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(texts).toEqual(['0', '50', '100', '82', 'Week 1', '0', 'Week 2', 'Viva']);
});
