import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Checkbox, Field, SelectField, TextArea, TextField } from './field.tsx';
import { PasswordField } from './password-field.tsx';

const kinds = [
  ['a line of text', TextField, 'textbox'],
  ['several lines', TextArea, 'textbox'],
  ['a list', SelectField, 'combobox'],
  ['a box to tick', Checkbox, 'checkbox'],
] as const;

it.each([
  ['date', ['2000-01-01', '2099-12-31']],
  ['datetime-local', ['2000-01-01T00:00', '2099-12-31T23:59']],
  ['text', [null, null]],
])('a field of type %s takes %j', (type, limits) => {
  render(<TextField label="Day" type={type} />);
  const field = screen.getByLabelText('Day');
  expect(['min', 'max'].map((name) => field.getAttribute(name))).toEqual(limits);
});

it('keeps a nearer limit of its own', () => {
  render(<TextField label="Day" type="date" min="2026-11-29" />);
  expect(screen.getByLabelText('Day').getAttribute('min')).toBe('2026-11-29');
});

describe.each(kinds)('%s', (_, Control, role) => {
  const fields = { label: 'Name', name: 'name' };

  it('has its label, and nothing else where nothing is said', () => {
    render(<Control {...fields} error={false} />);
    const control = screen.getByRole(role, { name: 'Name' });
    expect(control.getAttribute('aria-describedby')).toBeNull();
    expect(control.getAttribute('aria-invalid')).toBeNull();
    expect(document.activeElement, 'only a refused field opens focused').not.toBe(control);
  });

  it('is described by its hint', () => {
    render(<Control {...fields} hint="As on your card" />);
    const control = screen.getByRole(role, { description: 'As on your card' });
    expect(control.getAttribute('aria-invalid')).toBeNull();
  });

  it('is invalid and described by hint and error', () => {
    render(<Control {...fields} hint="As on your card" error="Name is required" />);
    const control = screen.getByRole(role, { description: 'As on your card Name is required' });
    expect(control.getAttribute('aria-invalid')).toBe('true');
  });

  it('is invalid and described by an error that stands elsewhere', () => {
    render(
      <>
        <Control {...fields} errorId="summary" />
        <p id="summary">Name is required</p>
      </>,
    );
    const control = screen.getByRole(role, { description: 'Name is required' });
    expect(control.getAttribute('aria-invalid')).toBe('true');
  });
});

it('an empty error is none', () => {
  render(<TextField label="Name" error="" />);
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBeNull();
});

it('what may stay empty says so in its label', () => {
  render(
    <Field label="Links" optional>
      {(control) => <input {...control} />}
    </Field>,
  );
  expect(screen.getByRole('textbox', { name: 'Links (optional)' })).toBeTruthy();
});

describe('a password', () => {
  it('is hidden until its reader asks to see it, and hides again', async () => {
    render(<PasswordField label="Password" name="password" defaultValue="secret" />);
    const input = screen.getByLabelText('Password');
    const button = screen.getByRole('button', { name: 'Show password', pressed: false });
    expect(input).toHaveProperty('type', 'password');
    expect(button.textContent).toContain('Show');
    expect(button.getAttribute('aria-controls')).toBe(input.id);
    await userEvent.click(button);
    expect(input).toHaveProperty('type', 'text');
    expect(screen.getByRole('button', { pressed: true }).textContent).toContain('Hide');
    await userEvent.click(button);
    expect(input).toHaveProperty('type', 'password');
    expect(input).toHaveProperty('value', 'secret');
  });

  it('is left as typed, and its button sends no form', () => {
    render(<PasswordField label="Password" />);
    const input = screen.getByLabelText('Password');
    expect(input.getAttribute('autocapitalize')).toBe('none');
    expect(input.getAttribute('spellcheck')).toBe('false');
    expect(screen.getByRole('button')).toHaveProperty('type', 'button');
  });
});
