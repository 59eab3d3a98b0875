import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LinkedText } from './linked-text.tsx';

const linksOf = (text: string) => {
  const { container } = render(<LinkedText text={text} />);
  expect(container.textContent, 'no letter is lost').toBe(text);
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
};

it.each([
  ['see https://a.test/x and http://b.test', ['https://a.test/x', 'http://b.test']],
  ['HTTPS://A.TEST/X', ['HTTPS://A.TEST/X']],
  ['At https://a.test/x.', ['https://a.test/x']],
  ['(https://a.test/x)', ['https://a.test/x']],
  ['https://a.test/x_(y)', ['https://a.test/x_(y)']],
  ['"https://a.test/x"', ['https://a.test/x']],
  ['<https://a.test/x>', ['https://a.test/x']],
  ['https://a.test/x?a=1&b=2!', ['https://a.test/x?a=1&b=2']],
])('%j links %j', (text, links) => expect(linksOf(text)).toEqual(links));

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://a.test',
  'mailto:a@b.c',
  'www.a.test',
  'https://',
  '//a.test',
])('%j stays text', (text) => expect(linksOf(text)).toEqual([]));

it('opens elsewhere and tells nobody where it came from', () => {
  render(<LinkedText text="https://a.test/" />);
  const link = screen.getByRole('link');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
});

it('interprets nothing else, and keeps line breaks', () => {
  const text = '<b>bold</b>\n<img src=x onerror=alert(1)>';
  const { container } = render(<LinkedText text={text} />);
  expect(container.textContent).toBe(text);
  expect(container.querySelector('b, img')).toBeNull();
});
