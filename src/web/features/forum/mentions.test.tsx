import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { comment, discussionOf, question } from '#support/discussion-fixtures';
import { askBox, cardOf, own, renderDiscussion } from '#support/render-discussion';

const people = [
  { name: 'Anjali Nair', role: 'mentor' as const },
  { name: 'Anu', role: 'student' as const },
  { name: 'Anu Thomas', role: 'student' as const },
];

async function open(typed = 'Why, @an') {
  const api = await renderDiscussion([question(1, own)]);
  api.reply('findMentionable', people);
  await userEvent.type(askBox(), typed);
  const list = await screen.findByRole('listbox', { name: 'People of the batch' });
  return { api, list, box: askBox() };
}
const options = () => screen.queryAllByRole('option').map((one) => one.textContent);
const chosen = () => screen.getByRole('option', { selected: true });

it('offers people of the batch by what is typed; arrows choose, Enter takes, the caret stands behind', async () => {
  const { api, list, box } = await open();
  expect(options()).toEqual(['Anjali NairMentor', 'Anu', 'Anu Thomas']);
  expect(api.of('findMentionable').at(-1)?.query).toEqual({ name: 'an' });
  expect(box.getAttribute('aria-controls')).toBe(list.id);
  const isAt = (text: string) => {
    expect(chosen().textContent).toBe(text);
    expect(box.getAttribute('aria-activedescendant')).toBe(chosen().id);
  };
  isAt('Anjali NairMentor');
  await userEvent.keyboard('{ArrowUp}');
  isAt('Anu Thomas');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  isAt('Anu');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(askBox().value).toBe('Why, @Anu Thomas ');
  expect(askBox().selectionStart).toBe(17);
  expect(options()).toEqual([]);
  await userEvent.keyboard('how?');
  expect(askBox().value).toBe('Why, @Anu Thomas how?');
});

it('what is typed further narrows the list at once, and nobody is asked for where there is nobody', async () => {
  const { api, box } = await open();
  await userEvent.type(box, 'u t');
  expect(options()).toEqual(['Anu Thomas']);
  api.reply('findMentionable', []);
  await userEvent.type(box, 'x');
  await waitFor(() => expect(options()).toEqual([]));
  await waitFor(() => expect(api.of('findMentionable').at(-1)?.query).toEqual({ name: 'anu tx' }));
  const asked = api.of('findMentionable').length;
  await userEvent.type(askBox(), 'yz');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(api.of('findMentionable')).toHaveLength(asked);
});

it('a name is narrowed down as names are compared, however it is typed', async () => {
  const api = await renderDiscussion([question(1, own)]);
  api.reply('findMentionable', [
    { name: 'E\u0301lodie D’Souza', role: 'student' as const },
    { name: 'അവന്\u200d', role: 'student' as const },
  ]);
  await userEvent.type(askBox(), "Why, @ÉLODIE D'S");
  await waitFor(() => expect(options()).toEqual(['E\u0301lodie D’Souza']));
  await userEvent.clear(askBox());
  await userEvent.type(askBox(), '@അവൻ');
  await waitFor(() => expect(options()).toEqual(['അവന്\u200d']));
});

it('Escape leaves the list, and the text as it is; a press takes a name', async () => {
  const { box } = await open();
  await userEvent.keyboard('{Escape}');
  expect([options(), askBox().value]).toEqual([[], 'Why, @an']);
  await userEvent.type(askBox(), 'j');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(options()).toEqual([]);
  await userEvent.type(askBox(), ' and @anu');
  const option = await screen.findByRole('option', { name: 'Anu Thomas' });
  expect(fireEvent.pointerDown(option), 'the focus stays').toBe(false);
  await userEvent.click(option);
  expect(box.value).toBe('Why, @anj and @Anu Thomas ');
  expect(document.activeElement).toBe(askBox());
});

it('in a comment Enter takes the name before it sends; while a question is edited Escape leaves the list first', async () => {
  const { api } = await open('@an');
  await userEvent.keyboard('{Escape}');
  const card = cardOf('Question 1');
  await userEvent.type(card.getByRole('textbox', { name: 'Add a comment' }), 'Ask @an');
  await screen.findByRole('listbox');
  await userEvent.keyboard('{Enter}');
  const box = card.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment' });
  expect(box.value).toBe('Ask @Anjali Nair ');
  expect(api.of('answerQuestion')).toEqual([]);
  api.reply('answerQuestion', discussionOf([question(1, { ...own, comments: [comment(1)] })]), 201);
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(api.of('answerQuestion')).toMatchObject([{ body: { answer: 'Ask @Anjali Nair' } }]),
  );
  await userEvent.click(cardOf('Question 1').getByRole('button', { name: 'Edit' }));
  await userEvent.keyboard(' @an');
  await screen.findByRole('listbox');
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('textbox', { name: 'Edit the question' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  const edited = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit the question' });
  expect(edited.value, 'Escape never drops what is typed').toBe('Question 1 @an');
});

it('a mention is emphasised, and other texts with the sign are not', async () => {
  await renderDiscussion([
    question(1, {
      question: 'Ask @Anu or @anybody',
      mentions: ['@Anu'],
      comments: [{ ...comment(1, 'x'), html: '<p>So, <em>@Anu</em></p>', mentions: ['@Anu'] }],
    }),
  ]);
  const marked = [...document.querySelectorAll('[data-mention]')];
  expect(marked.map(({ textContent, tagName }) => [textContent, tagName])).toEqual([
    ['@Anu', 'STRONG'],
    ['@Anu', 'STRONG'],
  ]);
});
