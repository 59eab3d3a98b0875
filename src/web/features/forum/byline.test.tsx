import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Role } from '#contract/accounts/calls';
import { Byline } from './byline.tsx';

const show = (name: string, role: Role) =>
  render(<Byline author={{ name, role, online: false }} />).container;

it.each([
  ['mentor', 'Mentor'],
  ['administrator', 'Academy'],
] as const)('a %s wears the badge', (role, title) => {
  expect(show('Ravi Menon', role).querySelector('svg')).not.toBeNull();
  expect(screen.getByText(title)).toBeTruthy();
});

it("a student has none, whose name is a mentor's or says so", () => {
  for (const name of ['Ravi Menon', 'Ravi Menon Mentor', 'Mentor', '✔ Mentor']) {
    const byline = show(name, 'student');
    expect(byline.querySelector('svg'), name).toBeNull();
    expect(byline.textContent).toBe(name);
    // The whole of it is one name, in one element: nothing of it can look like something beside the name.
    expect(byline.querySelectorAll('span span')).toHaveLength(1);
  }
});
