import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits';
import type { Phrase } from '#contract/marking/phrase-calls';
import { mentor, projectCard, staffBatch } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffPhrases from './staff-phrases.tsx';

const phrase = (name: string): Phrase => ({ id: `id-${name}`, name, text: `About ${name}.` });

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('listPhrases', [phrase('demo'), phrase('tests')]);
  api.reply('listStaffBatches', [staffBatch()]);
  api.reply('listAvailableProjects', [projectCard]);
});

async function open(at = '/staff/phrases') {
  await renderScreen(staffPhrases, { path: '/staff/phrases', at, user: mentor });
  await settle(() => screen.getByRole('heading', { level: 1, name: 'Phrases' }));
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

describe('shared phrases', () => {
  const shared = (name: string) => ({
    ...phrase(name),
    place: 'batch' as const,
    changed_by: 'Ravi Nair',
    changed_at: '2026-11-10T04:05:06.789Z',
  });
  const at = '/staff/phrases?place=batch%3AMERN-2026-11';
  const params = { kind: 'batch', place: 'MERN-2026-11' };

  it('are of a batch or a project that somebody chooses, and say who changed them last', async () => {
    api.reply('listSharedPhrases', [shared('readme')]);
    await open();
    const choice = () => screen.getByLabelText<HTMLSelectElement>('Phrases of');
    await settle(() => choice());
    expect([...choice().options].map(({ value }) => value)).toEqual([
      '',
      ...mentor.batches.map((name) => `batch:${name}`),
      `project:${projectCard.id}`,
    ]);
    fireEvent.change(choice(), { target: { value: 'batch:MERN-2026-11' } });
    expect((await screen.findByText(/^Changed by Ravi Nair/)).parentElement?.textContent).toContain('10 Nov');
    expect(screen.queryByText('Only you see your phrases.')).toBeNull();
    expect(api.of('listSharedPhrases').map((of) => of.params)).toEqual([params]);
    fireEvent.change(choice(), { target: { value: `project:${projectCard.id}` } });
    await settle(() => expect(api.of('listSharedPhrases')).toHaveLength(2));
    expect(api.of('listSharedPhrases')[1]?.params).toEqual({ kind: 'project', place: projectCard.id });
  });

  it('are added, changed and deleted there, each compared with what was shown', async () => {
    api.reply('listSharedPhrases', [shared('readme')]);
    await open(at);
    await settle(() => screen.getByRole('button', { name: 'Delete ;readme' }));
    typeNew('demo', 'Show it.');
    api.reply('addSharedPhrase', shared('demo'), 201);
    await press('Add the phrase');
    await settle(() => expect(api.of('addSharedPhrase')).toHaveLength(1));
    expect(api.of('addSharedPhrase')[0]).toMatchObject({ params, body: { name: 'demo', text: 'Show it.' } });
    const item = within(screen.getAllByRole('listitem').at(-1) as HTMLElement);
    fireEvent.change(item.getByLabelText('Text'), { target: { value: 'Mine.' } });
    api.replyConflict('changeSharedPhrase', 'Changed.', { ...shared('readme'), text: 'Theirs.' });
    await userEvent.click(item.getByRole('button', { name: 'Save' }));
    const notice = within(await item.findByRole('alert'));
    for (const text of ['Theirs.', 'Mine.']) expect(notice.getByText(text)).toBeTruthy();
    expect(api.of('changeSharedPhrase')[0]).toMatchObject({
      params: { ...params, phrase: 'id-readme' },
      body: { began: { text: 'About readme.' } },
    });
    api.reply('deleteSharedPhrase', undefined, 204);
    await press('Delete ;readme');
    await settle(() => expect(api.of('deleteSharedPhrase')).toHaveLength(1));
    expect(api.of('deleteSharedPhrase')[0]).toMatchObject({
      params: { ...params, phrase: 'id-readme' },
      body: { began: { name: 'readme', text: 'About readme.' } },
    });
    expect(api.of('addPhrase').length + api.of('changePhrase').length + api.of('deletePhrase').length).toBe(
      0,
    );
  });

  it.each(['', 'batch', 'batch:', 'course:MERN', ':x'])(
    '%j is no place: the own ones are shown',
    async (typed) => {
      await open(`/staff/phrases?place=${encodeURIComponent(typed)}`);
      await screen.findByText('Only you see your phrases.');
    },
  );
});
