import { act, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { Checkbox, SelectField, TextArea, TextField } from './field.tsx';
import { rememberTypedTexts, restoreTyped } from './use-typed-before-hydration.ts';

function Form() {
  const [words, setWords] = useState('Returned');
  const [name, setName] = useState('Asha');
  return (
    <form>
      <TextArea label="Words" value={words} onChange={({ target }) => setWords(target.value)} />
      <TextField label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <output>{`${name}: ${words}`}</output>
    </form>
  );
}

function type(control: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  control.value = text;
  control.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

it.each(['before the script came', 'while it was starting'])(
  'what was typed %s over what a page came with is kept',
  async (when) => {
    const page = document.createElement('div');
    document.body.append(page);
    page.innerHTML = renderToString(<Form />);
    const [words, name] = [page.querySelector('textarea'), page.querySelector('input')] as const;
    if (words === null || name === null) throw new Error('The page has no fields.');
    if (when === 'while it was starting') rememberTypedTexts();
    words.focus();
    type(words, 'Returned, and more');
    words.setSelectionRange(4, 6);
    document.dispatchEvent(new Event('selectionchange'));
    type(name, 'Asha K');
    if (when === 'before the script came') rememberTypedTexts();
    const root = await act(async () => hydrateRoot(page, <Form />));
    expect(page.querySelector('output')?.textContent).toBe('Asha K: Returned, and more');
    expect(words.value).toBe('Returned, and more');
    expect([words.selectionStart, words.selectionEnd]).toEqual([4, 6]);
    await act(async () => root.unmount());
    page.remove();
  },
);

function Login({ onPick }: { onPick: (file: string | undefined) => void }) {
  const [email, setEmail] = useState('');
  const [agrees, setAgrees] = useState(false);
  const [week, setWeek] = useState('1');
  return (
    <>
      <form action="/search">
        <TextField label="Search" name="email" />
      </form>
      <form action="/login">
        <TextField
          label="Email"
          name="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <TextField label="Password" name="password" type="password" />
        <SelectField label="Week" name="week" value={week} onChange={({ target }) => setWeek(target.value)}>
          <option>1</option>
          <option>2</option>
        </SelectField>
        <Checkbox label="Agree" checked={agrees} onChange={({ target }) => setAgrees(target.checked)} />
        <input type="file" name="file" onChange={({ target }) => onPick(target.files?.[0]?.name)} />
        <output>{`${email}, ${agrees}, ${week}`}</output>
      </form>
    </>
  );
}

it.each([
  ['beside a field', (input: Element) => input.after(document.createElement('div'))],
  ['around a field', (input: Element) => input.parentElement?.prepend(document.createElement('span'))],
])(
  'what was typed comes back where a foreign element %s made React render the page anew',
  async (_where, put) => {
    const page = document.createElement('div');
    document.body.append(page);
    const onPick = vi.fn();
    page.innerHTML = renderToString(<Login onPick={onPick} />);
    const find = <C extends Element>(selector: string) =>
      page.querySelector(`form[action="/login"] ${selector}`) as C;
    const before = find<HTMLInputElement>('[name=email]');
    put(before);
    rememberTypedTexts();
    type(before, 'asha@example.test');
    type(find<HTMLInputElement>('[name=password]'), 'secret-1');
    find<HTMLInputElement>('[type=checkbox]').click();
    const select = find<HTMLSelectElement>('select');
    select.value = '2';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    const errors: unknown[] = [];
    const root = await act(async () =>
      hydrateRoot(page, <Login onPick={onPick} />, {
        onRecoverableError(error) {
          errors.push(error);
          queueMicrotask(() => act(restoreTyped));
        },
      }),
    );
    expect(errors.length).toBeGreaterThan(0);
    await expect.poll(() => find('output').textContent).toBe('asha@example.test, true, 2');
    expect(find('[name=email]')).not.toBe(before);
    expect(find<HTMLInputElement>('[name=password]').value).toBe('secret-1');
    expect(page.querySelector<HTMLInputElement>('form[action="/search"] input')?.value).toBe('');
    await act(async () => root.unmount());
    page.remove();
  },
);
