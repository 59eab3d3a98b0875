import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { discussionOf, questions } from '#support/discussion-fixtures';
import { renderDiscussion } from '#support/render-discussion';

async function typed(text: string) {
  const api = await renderDiscussion(questions(1, 1));
  api.reply('answerQuestion', discussionOf(questions(1, 1)), 201);
  const field = screen.getByLabelText('Add a comment');
  await userEvent.type(field, text);
  const sent = () => api.of('answerQuestion').map(({ body }) => (body as { answer: string }).answer);
  return { api, field, sent };
}

it('Enter sends a comment as Markdown, Shift+Enter breaks the line', async () => {
  const { api, sent, field } = await typed('One{Shift>}{Enter}{/Shift}two');
  expect(sent()).toEqual([]);
  await userEvent.type(field, '{Enter}');
  await waitFor(() => expect(sent()).toEqual(['One\ntwo']));
  expect(api.of('answerQuestion')[0]?.body).toMatchObject({ format: 'markdown' });
});

it('Enter that ends an input method’s composition does not send; the next one does', async () => {
  const { field, sent } = await typed('മലയാളം');
  const ending = { key: 'Process', code: 'Enter', keyCode: 229 };
  fireEvent.keyDown(field, { ...ending, isComposing: true });
  fireEvent.keyUp(field, ending);
  // Safari has ended it by then.
  fireEvent.keyDown(field, { ...ending, key: 'Enter' });
  fireEvent.keyUp(field, ending);
  expect(sent()).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', keyCode: 13 });
  await waitFor(() => expect(sent()).toEqual(['മലയാളം']));
});

it('Enter of a keyboard on the screen sends, however it is told', async () => {
  const { field, sent } = await typed('Hello');
  fireEvent.keyDown(field, { key: 'Unidentified', code: '', keyCode: 229, isComposing: true });
  expect(sent()).toEqual([]);
  const lineBreak = createEvent(
    'beforeinput',
    field,
    { inputType: 'insertLineBreak', cancelable: true },
    {
      EventType: 'InputEvent',
    },
  );
  fireEvent(field, lineBreak);
  expect(lineBreak.defaultPrevented).toBe(true);
  await waitFor(() => expect(sent()).toEqual(['Hello']));
});
