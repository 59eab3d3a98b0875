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
  ['“https://a.test/x”, and more', ['https://a.test/x']],
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

it('of very many addresses the first fifty are links, and no letter is lost', () => {
  expect(linksOf('http://a/ '.repeat(9_990))).toHaveLength(50);
});

it('of very many that are none the first fifty are looked at', () => {
  expect(linksOf(`${'http://[ '.repeat(50)}http://a.test/`)).toEqual([]);
});

it('of very many slashes the first twenty may break', () => {
  const { container } = render(<LinkedText text={`http://a.test/${'a/'.repeat(40_000)}`} />);
  expect(container.querySelectorAll('wbr')).toHaveLength(20);
});
