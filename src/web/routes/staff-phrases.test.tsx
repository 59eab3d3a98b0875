import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits';
import type { Phrase } from '#contract/marking/phrase-calls';
import { mentor } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffPhrases from './staff-phrases.tsx';

const phrase = (name: string): Phrase => ({ id: `id-${name}`, name, text: `About ${name}.` });

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('listPhrases', [phrase('demo'), phrase('tests')]);
});

async function open() {
  await renderScreen(staffPhrases, { path: '/staff/phrases', at: '/staff/phrases', user: mentor });
  await settle(() => screen.getByRole('heading', { level: 1, name: 'Your phrases' }));
}
const newOne = () => within(screen.getByRole('region', { name: 'A new phrase' }));
const typeNew = (name: string, text: string) => {
  fireEvent.change(newOne().getByLabelText('Name'), { target: { value: name } });
  fireEvent.change(newOne().getByLabelText('Text'), { target: { value: text } });
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('one’s own phrases', () => {
  it('are kept, and the form is empty for the next one', async () => {
    await open();
    await settle(() => screen.getByRole('heading', { name: '2 of at most 50' }));
    typeNew('readme', 'Say how to start it.');
    api.reply('addPhrase', phrase('readme'), 201);
    api.reply('listPhrases', [phrase('demo'), phrase('readme'), phrase('tests')]);
    await press('Add the phrase');
    await settle(() => screen.getByText(';readme', { selector: 'strong' }));
    expect(api.of('addPhrase')[0]?.body).toEqual({ name: 'readme', text: 'Say how to start it.' });
    expect(newOne().getByLabelText<HTMLInputElement>('Name').value).toBe('');
    expect(newOne().getByLabelText<HTMLTextAreaElement>('Text').value).toBe('');
    expect(screen.getByText('The phrase is saved.')).toBeTruthy();
  });

  it('of a name that is there already are refused in words, and nothing typed is lost', async () => {
    await open();
    await settle(() => newOne());
    typeNew('tests', 'Please test it.');
    const message = 'You already have a phrase ";tests".';
    api.refuse('addPhrase', 409, { message });
    await press('Add the phrase');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(newOne().getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Please test it.');
  });

  it('are changed each in its own place', async () => {
    await open();
    const item = () =>
      within(
        screen
          .getAllByRole('listitem')
          .find((one) => within(one).queryByText(';demo', { selector: 'strong' }) !== null) as HTMLElement,
      );
    await settle(() => item());
    fireEvent.change(item().getByLabelText('Text'), { target: { value: 'Show it to me.' } });
    api.reply('changePhrase', { ...phrase('demo'), text: 'Show it to me.' });
    api.reply('listPhrases', [{ ...phrase('demo'), text: 'Show it to me.' }, phrase('tests')]);
    await userEvent.click(item().getByRole('button', { name: 'Save' }));
    await settle(() => item().getByText('Show it to me.', { selector: 'p' }));
    const [{ params, body } = { params: {}, body: null }] = api.of('changePhrase');
    const began = { text: 'About demo.' };
    expect([params, body]).toEqual([{ phrase: 'id-demo' }, { name: 'demo', text: 'Show it to me.', began }]);
  });

  it('that were changed on another device meanwhile show both texts', async () => {
    await open();
    await settle(() => screen.getAllByRole('button', { name: 'Save' }));
    fireEvent.change(screen.getAllByLabelText('Text')[1] as HTMLElement, { target: { value: 'Mine.' } });
    api.replyConflict('changePhrase', 'Changed.', { ...phrase('demo'), text: 'Of the other device.' });
    await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);
    const notice = within(await screen.findByRole('alert'));
    for (const text of ['Of the other device.', 'Mine.']) expect(notice.getByText(text)).toBeTruthy();
    api.reply('changePhrase', { ...phrase('demo'), text: 'Mine.' });
    await userEvent.click(notice.getByRole('button', { name: 'Save mine anyway' }));
    await settle(() => expect(api.of('changePhrase')).toHaveLength(2));
    expect(api.of('changePhrase')[1]?.body).toMatchObject({ began: { text: 'Of the other device.' } });
  });

  it('are deleted, and the heading has the focus of the button that is gone', async () => {
    await open();
    await settle(() => screen.getByRole('button', { name: 'Delete ;demo' }));
    api.reply('deletePhrase', undefined, 204);
    api.reply('listPhrases', [phrase('tests')]);
    await press('Delete ;demo');
    const heading = await screen.findByRole('heading', { name: '1 of at most 50' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText('The phrase is deleted.')).toBeTruthy();
  });

  it('that are as many as there may be leave no room for another', async () => {
    api.reply(
      'listPhrases',
      Array.from({ length: limits.phrases }, (_, n) => phrase(`p${n}`)),
    );
    await open();
    await settle(() => screen.getByRole('heading', { name: '50 of at most 50' }));
    expect(screen.queryByRole('button', { name: 'Add the phrase' })).toBeNull();
  });

  it('are none at first, and a form for the first one', async () => {
    api.reply('listPhrases', []);
    await open();
    await settle(() => screen.getByRole('heading', { name: 'No phrases yet' }));
    expect(newOne().getByRole('button', { name: 'Add the phrase' })).toBeTruthy();
  });
});
