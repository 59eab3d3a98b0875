import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { chartLabel, MarksChart } from './marks-chart.tsx';

const soFar = { label: 'So far', value: 41 };

it('is nothing before the first mark', () => {
  const { container } = render(<MarksChart marks={[{ name: 'Week 1', marks: null }]} overall={null} />);
  expect(container.innerHTML).toBe('');
});

it('draws a bar of one pixel a mark, with its number, and names every task', () => {
  const marks = [
    { name: 'Week 1', marks: 82 },
    { name: 'Week 2', marks: 0 },
    { name: 'Viva voce', marks: null },
  ];
  render(<MarksChart marks={marks} overall={soFar} />);
  const chart = screen.getByRole('img', {
    name: 'Marks out of 100: Week 1 82, Week 2 0. So far 41. Not marked yet: Viva voce.',
  });
  // A zero still shows where it stands.
  expect([...chart.querySelectorAll('rect')].map((bar) => bar.getAttribute('height'))).toEqual(['82', '1']);
  // The mean, 41 px above the ground line.
  const ground = Number(chart.querySelector('line')?.getAttribute('y1'));
  expect(chart.querySelector('[data-mean]')?.getAttribute('y1')).toBe(String(ground - 41));
  expect(screen.getByText('Marks out of 100.')).toBeTruthy();
  // No line crosses a mark: they are below the ground line.
  for (const value of chart.querySelectorAll('.value'))
    expect(Number(value.getAttribute('y'))).toBeGreaterThan(ground);
  const texts = [...chart.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(texts).toEqual(['0', '50', '100', '82', 'Week 1', '0', 'Week 2', 'Viva', 'So far 41']);
});

it('has no line without a result', () => {
  render(<MarksChart marks={[{ name: 'Week 1', marks: 82 }]} overall={null} />);
  expect(screen.getByRole('img', { name: 'Marks out of 100: Week 1 82.' })).toBeTruthy();
  expect(document.querySelector('[data-mean]')).toBeNull();
});

it('the text alternative names every mark and every gap', () => {
  const marks = [
    { name: 'Week 1', marks: 82 },
    { name: 'Week 2', marks: 0 },
    { name: 'Viva voce', marks: null },
  ];
  expect(chartLabel(marks, soFar)).toBe(
    'Marks out of 100: Week 1 82, Week 2 0. So far 41. Not marked yet: Viva voce.',
  );
  expect(chartLabel(marks.slice(0, 1), null)).toBe('Marks out of 100: Week 1 82.');
});
