import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { CommentField } from './comment-field.tsx';
import { forgetPhrases, phraseAtCaret } from './phrases/use-phrases.ts';

const phrases = [
  { id: '1', name: 'demo', text: 'Show it.' },
  { id: '2', name: 'tests', text: 'Please write a test.\nOne is enough.' },
];

function Form({ isFixed = false }: { isFixed?: boolean }) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <CommentField
        field={field}
        userId="mentor"
        student="asha@example.test"
        label="Comment"
        value={text}
        readOnly={isFixed}
        onText={setText}
      />
      <button type="button">Save</button>
    </>
  );
}

let api: MockApi;
beforeEach(() => {
  forgetPhrases();
  api = mockApi();
  api.reply('listPhrases', phrases);
  api.reply('listPhrasesForStudent', []);
});

async function open(form = <Form />) {
  await renderWithRouter(form);
  act(() => screen.getByLabelText('Comment').focus());
  await screen.findAllByRole('button', { name: /;tests/, hidden: true });
  return screen.getByLabelText<HTMLTextAreaElement>('Comment');
}

it('a name and Tab bring the phrase in at the caret, and say so', async () => {
  const field = await open();
  await userEvent.type(field, 'Good. ;tests and more');
  field.setSelectionRange(12, 12);
  await userEvent.tab();
  expect(field.value).toBe('Good. Please write a test.\nOne is enough. and more');
  expect(document.activeElement).toBe(field);
  expect(field.selectionStart).toBe('Good. Please write a test.\nOne is enough.'.length);
  const said = () => screen.getByText('The phrase tests is in the comment.');
  const first = said();
  await userEvent.keyboard('!');
  expect(field.value).toContain('One is enough.! and more');
  await userEvent.click(screen.getByRole('button', { name: /;tests/, hidden: true }));
  expect(said(), 'again').not.toBe(first);
});

it('Tab keeps its meaning where no name stands before the caret, or something is selected', async () => {
  const field = await open();
  for (const typed of ['Good.', ';unknown', ';tests ']) {
    await userEvent.clear(field);
    await userEvent.type(field, typed);
    await userEvent.tab();
    expect(document.activeElement, typed).not.toBe(field);
    expect(field.value).toBe(typed);
  }
  await userEvent.clear(field);
  await userEvent.type(field, ';tests');
  await userEvent.tab({ shift: true });
  expect(field.value).toBe(';tests');
});

it('a press brings a phrase in where the caret was', async () => {
  const field = await open();
  await userEvent.type(field, 'Good. ');
  await userEvent.click(screen.getByRole('button', { name: /;demo/, hidden: true }));
  expect(field.value).toBe('Good. Show it.');
  expect(document.activeElement).toBe(field);
});

it('the phrases are asked for when somebody comments, once for a page, and once more after a change', async () => {
  const first = await renderWithRouter(<Form />);
  expect(api.of('listPhrases')).toHaveLength(0);
  first.unmount();
  await open();
  await renderWithRouter(<Form isFixed />);
  const comment = () => screen.getAllByLabelText('Comment').at(-1);
  act(() => comment()?.focus());
  expect(api.of('listPhrases')).toHaveLength(1);
  forgetPhrases();
  await renderWithRouter(<Form isFixed />);
  act(() => comment()?.focus());
  await waitFor(() => expect(api.of('listPhrases')).toHaveLength(2));
});

it('a name finds the own phrase first, then that of the batch, then that of the project', async () => {
  const shared = (place: 'batch' | 'project', name: string) => ({
    id: `${place} ${name}`,
    place,
    name,
    text: `Of the ${place}.`,
    changed_by: 'Ravi Nair',
    changed_at: '2026-11-10T04:05:06.789Z',
  });
  api.reply('listPhrasesForStudent', [
    shared('batch', 'tests'),
    shared('batch', 'both'),
    shared('project', 'both'),
    shared('project', 'shop'),
  ]);
  const field = await open();
  expect(api.of('listPhrasesForStudent')[0]?.params).toEqual({ s_id: 'asha@example.test' });
  expect(screen.getByRole('button', { name: /;shop.*Shared in the project/, hidden: true })).toBeTruthy();
  for (const [name, text] of [
    ['tests', 'Please write a test.\nOne is enough.'],
    ['both', 'Of the batch.'],
    ['shop', 'Of the project.'],
  ] as const) {
    await userEvent.clear(field);
    await userEvent.type(field, `;${name}`);
    await userEvent.tab();
    expect(field.value).toBe(text);
  }
});

it('the own phrases work where the shared ones cannot be loaded', async () => {
  api.refuse('listPhrasesForStudent', 503);
  const field = await open();
  await userEvent.type(field, ';demo');
  await userEvent.tab();
  expect(field.value).toBe('Show it.');
});

const tests = { id: '1', name: 'tests', text: 'Please write a test for it.' };
const at = (text: string, caret = text.length) => phraseAtCaret([tests], text, caret);

it.each([
  [';tests', 0],
  ['Good. ;tests', 6],
  ['Good.\n;Tests', 6],
])('%j has a phrase before its end', (text, from) =>
  expect(at(text)).toEqual({ phrase: tests, from, to: text.length }),
);

it.each(['tests', ';test', 'a;tests', ';tests ', ';', '', `;${'tests'.repeat(5)}`, ';unknown'])(
  '%j has none',
  (text) => expect(at(text)).toBeNull(),
);

it('only what stands right before the caret counts', () => {
  expect(at('Good. ;tests and more', 12)).toEqual({ phrase: tests, from: 6, to: 12 });
  expect(at('Good. ;tests and more', 21)).toBeNull();
  expect(at(`${'x'.repeat(100)};tests`)).toBeNull();
});
