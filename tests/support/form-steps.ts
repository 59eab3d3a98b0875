import { fireEvent, screen } from '@testing-library/react';

/** What somebody does with a form, for component tests. */

/** The field of a label. */
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

export const valueOf = (label: string): string => field(label).value;

export function type(label: string, value: string): void {
  fireEvent.change(field(label), { target: { value } });
}

/** Types into several fields, by their labels. */
export function fill(texts: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(texts)) type(label, value);
}

/** Presses a button, by its name. */
export function press(name: string): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

export const alertText = () => screen.getByRole('alert').textContent;
