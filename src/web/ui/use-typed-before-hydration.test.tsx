import { act, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TextArea, TextField } from './field.tsx';
import { rememberTypedTexts } from './use-typed-before-hydration.ts';

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
    type(words, 'Returned, and more');
    type(name, 'Asha K');
    if (when === 'before the script came') rememberTypedTexts();
    const root = await act(async () => hydrateRoot(page, <Form />));
    expect(page.querySelector('output')?.textContent).toBe('Asha K: Returned, and more');
    expect(words.value).toBe('Returned, and more');
    await act(async () => root.unmount());
    page.remove();
  },
);
