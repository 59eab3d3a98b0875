import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { references, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { press } from '#support/form-steps';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerStudent } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import { titleOf } from '../features/projects/reference-links.tsx';
import * as referencesScreen from './references.tsx';

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  answerStudent(api);
});

describe('the references', () => {
  const open = async (at = '/references') => {
    const view = await renderScreen(referencesScreen, { path: '/references', at, user: student });
    await settle(() => screen.getByRole('heading', { level: 1 }));
    return view;
  };

  it('links http(s) addresses only', async () => {
    await open();
    const items = (await screen.findByText('The library, third shelf')).closest('ol')!;
    expect(
      within(items)
        .getAllByRole('listitem')
        .map((item) => item.querySelector('a')?.href ?? null),
    ).toEqual(['https://react.example.test/learn', 'http://node.example.test/', null, null]);
    expect(within(items).getAllByRole('link')[0]?.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it.each([
    [{ ref1: '', ref2: 'https://a.test/', ref3: '', ref4: 'Shelf' }, ['a.test', 'Shelf']],
    [{ ref1: 'Shelf', ref2: '', ref3: '', ref4: '' }, ['Shelf']],
    [{ ref1: '', ref2: '', ref3: '', ref4: '' }, []],
  ])('shows those that are there: %j', async (given, texts) => {
    api.reply('readReferences', { ...references, ...given });
    await open();
    await screen.findByText(references.p_name);
    const items = screen
      .queryAllByRole('listitem')
      .map((item) => item.textContent?.replace('Opens in a new tab', ''));
    expect(items).toEqual(texts);
    expect(screen.queryAllByText('No references yet.')).toHaveLength(texts.length === 0 ? 1 : 0);
  });

  it.each([
    ['https://developer.mozilla.org/en-US/docs/Web/Using_server-sent_events', 'Using server-sent events'],
    ['https://react.dev/reference/react/useEffect', 'useEffect'],
    ['https://pandas.pydata.org/docs/user_guide/timeseries.html', 'Timeseries'],
    ['https://www.mongodb.com/docs/manual/core/index-unique/', 'Index unique'],
    ['https://example.test/a%20b', 'A b'],
    ['https://example.test/50%', '50%'],
    ['https://example.test/', ''],
  ])('%s is titled %j', (address, title) => {
    expect(titleOf(address)).toBe(title);
  });

  it('looks up another project by its id, in the address', async () => {
    const { router } = await open();
    api.replyWith('readReferences', ({ params }) => ({
      ...references,
      p_id: params['p_id']!,
      p_name: 'Another',
    }));
    fireEvent.change(screen.getByLabelText('Project ID'), { target: { value: ' P002 ' } });
    press('Look up');
    await waitFor(() => expect(screen.getByText('Found Another')).toBeTruthy());
    expect(router.state.location.search).toBe('?project=P002');
  });

  it.each([
    ['an unknown id', () => api.refuse('readReferences', 404)],
    ['no answer', () => api.cutOff('readReferences')],
  ])('%s is "Project not found!", and what was found before is gone', async (_, fail) => {
    api.reply('readSelection', []);
    await open('/references?project=P001');
    await screen.findByText(references.p_name);
    fail();
    fireEvent.change(screen.getByLabelText('Project ID'), { target: { value: 'P777' } });
    press('Look up');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Project not found!'));
    expect(screen.queryByText(references.p_name)).toBeNull();
  });

  it.each([
    ['no answer', () => api.cutOff('readReferences', 'readSelection')],
    ['a fault', () => api.refuse('readReferences', 500)],
    ['an unknown id', () => api.refuse('readReferences', 404)],
  ])('a look-up with %s leaves the references of the own project', async (_, fail) => {
    await open();
    await screen.findByText(references.p_name);
    fail();
    fireEvent.change(screen.getByLabelText('Project ID'), { target: { value: 'P777' } });
    press('Look up');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Project not found!'));
    expect(screen.getByText(references.p_name)).toBeTruthy();
  });

  it('ignores an empty id', async () => {
    await open();
    const count = api.requests.length;
    press('Look up');
    expect(api.requests).toHaveLength(count);
  });
});
