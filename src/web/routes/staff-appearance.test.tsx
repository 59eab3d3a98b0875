import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { AppearanceEntry } from '#contract/catalogue/appearance-calls';
import { administrator } from '#support/catalogue-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffAppearance from './staff-appearance.tsx';

const appearance: AppearanceEntry = {
  name: 'Nila Institute',
  accent: null,
  heading: null,
  paragraph: null,
  steps: null,
  contact: null,
  mail_footer: null,
  country_code: null,
  logo: { light: '/face/0123456789abcdef0123.webp', dark: null },
  defaults: { name: 'ICTAK', contact: null, zone_fixed: null },
  zone: 'Asia/Kolkata',
  version: 'f1',
};

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('readAppearance', appearance);
});

const open = async () => {
  await renderScreen(staffAppearance, { path: '/staff/look', at: '/staff/look', user: administrator });
  await settle(() => screen.getByRole('heading', { level: 1 }));
};

/** What the browser is to load anew; jsdom loads no pages. */
function watchLoads() {
  const loads: string[] = [];
  vi.stubGlobal('location', {
    ...location,
    href: location.href,
    origin: location.origin,
    assign: (address: string) => loads.push(address),
    replace: (address: string) => loads.push(address),
    reload: () => loads.push('again'),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return loads;
}

const submit = async (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const request = new Request('http://localhost/staff/look', { method: 'POST', body: form });
  return act(() => staffAppearance.clientAction({ request, params: {} } as never) as Promise<Response>);
};
const isDocument = (answer: unknown) =>
  answer instanceof Response && answer.headers.get('X-Remix-Reload-Document') === 'true';

const change = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save appearance' }));
const sent = () => api.of('changeAppearance').map(({ body }) => body as Record<string, unknown>);
const message = 'The appearance was changed in the meantime. Your version is not saved yet.';

it('a saved appearance loads the page again, with its name, logo and colour', async () => {
  const loads = watchLoads();
  await open();
  change('Name of the academy', 'Nila');
  api.reply('changeAppearance', { ...appearance, name: 'Nila' });
  await save();
  await settle(() => expect(loads).toEqual(['/staff/look?notice=look-saved']));
  expect(sent()[0]).toMatchObject({ name: 'Nila', steps: null, version: 'f1' });
  // A server of a version before refuses it.
  expect(sent()[0]).not.toHaveProperty('began');
});

it('what is typed while it saves stays, and no load clears it', async () => {
  const loads = watchLoads();
  await open();
  change('Name of the academy', 'Nila');
  const saved = Promise.withResolvers<AppearanceEntry>();
  api.replyWith('changeAppearance', () => saved.promise);
  await save();
  change('Heading of the home page', 'Learn');
  api.reply('readAppearance', { ...appearance, name: 'Nila', version: 'f2' });
  saved.resolve({ ...appearance, name: 'Nila', version: 'f2' });
  expect(await screen.findByText('The appearance is saved. All pages show it.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Heading of the home page').value).toBe('Learn');
  expect(loads).toEqual([]);
});

it('what somebody else has changed of other fields is kept without a question', async () => {
  const loads = watchLoads();
  await open();
  change('Last line of each email', 'Kochi');
  const theirs = { ...appearance, heading: 'Theirs', version: 'f2' };
  api.reply('readAppearance', theirs);
  api.reply('changeAppearance', { ...theirs, mail_footer: 'Kochi' });
  await save();
  await settle(() => expect(loads).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ heading: 'Theirs', mail_footer: 'Kochi', version: 'f2' });
});

it('a form whose answer was lost is sent again, also where somebody has changed other fields meanwhile', async () => {
  const loads = watchLoads();
  await open();
  change('Last line of each email', 'Kochi');
  api.cutOff('changeAppearance');
  const mine = { ...appearance, mail_footer: 'Kochi' };
  for (const [times, theirs] of [{}, { heading: 'Theirs' }, { paragraph: 'Theirs' }].entries()) {
    const stored = { ...mine, ...theirs, version: `f${times + 2}` };
    if (times > 0) api.reply('readAppearance', stored);
    if (times === 2) api.reply('changeAppearance', stored);
    await save();
    await settle(() => expect(sent()).toHaveLength(times + 1));
    if (times < 2) await screen.findByRole('alert');
  }
  await settle(() => expect(loads).toHaveLength(1));
  // For a server, a key belongs to the fields that were sent with it first.
  const fields = new Map<string, unknown>();
  for (const { headers, body } of api.of('changeAppearance')) {
    const { version: _, ...rest } = body as Record<string, unknown>;
    const key = headers.get('Idempotency-Key');
    if (key !== null) expect(rest).toEqual(fields.get(key) ?? rest);
    if (key !== null) fields.set(key, rest);
  }
  expect(sent().at(-1)).toMatchObject({ heading: null, paragraph: 'Theirs', version: 'f4' });
});

it('of one field both texts are shown, and saving again deletes nothing of the other’s', async () => {
  watchLoads();
  await open();
  change('Heading of the home page', 'Mine');
  const theirs = { ...appearance, heading: 'Theirs', paragraph: 'Also theirs.', version: 'f2' };
  api.reply('readAppearance', theirs);
  api.replyConflict('changeAppearance', message, theirs);
  await save();
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getByText(message)).toBeTruthy();
  expect(notice.getByText('Saved now: Heading of the home page')).toBeTruthy();
  expect(notice.getByText('Theirs')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Paragraph below it').value).toBe('Also theirs.');
  await save();
  await settle(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toMatchObject({ version: '' });
  api.reply('changeAppearance', { ...theirs, heading: 'Mine' });
  await userEvent.click(await screen.findByRole('button', { name: 'Save mine anyway' }));
  await settle(() => expect(sent()).toHaveLength(3));
  expect(sent()[2]).toMatchObject({ heading: 'Mine', paragraph: 'Also theirs.', version: 'f2' });
});

it('the five steps are one: both texts are shown where two people change different ones', async () => {
  watchLoads();
  const steps = Array.from({ length: 5 }, (_, index) => ({ title: `Step ${index}`, text: `Text ${index}` }));
  api.reply('readAppearance', { ...appearance, steps });
  await open();
  change('Step 1', 'Mine');
  const [first, second, ...rest] = steps as [object, { text: string }, ...typeof steps];
  const theirs = {
    ...appearance,
    steps: [first, { ...second, title: 'Theirs' }, ...rest],
    version: 'f2',
  } as AppearanceEntry;
  api.reply('readAppearance', theirs);
  api.replyConflict('changeAppearance', message, theirs);
  await save();
  const notice = within(await screen.findByRole('alert'));
  for (const text of ['Step 1', 'Mine', 'Step 0', 'Step 2', 'Theirs', 'Step 1'])
    expect(notice.getAllByText(text).length).toBeGreaterThan(0);
  expect(notice.queryByText('Step 3')).toBeNull();
  await userEvent.click(notice.getByRole('button', { name: 'Keep the other version' }));
  expect(screen.getByLabelText<HTMLInputElement>('Step 1').value).toBe('Step 0');
  expect(screen.getByLabelText<HTMLInputElement>('Step 2').value).toBe('Theirs');
});

it('a removed logo does so too, unless that would lose typed text', async () => {
  await open();
  api.reply('removeLogo', appearance);
  expect(isDocument(await submit({ act: 'remove-logo', scheme: 'light' }))).toBe(true);
  expect(isDocument(await submit({ act: 'remove-logo', scheme: 'light', typed: 'yes' }))).toBe(false);
});

it('a logo that somebody else has changed is shown before it is replaced or removed', async () => {
  watchLoads();
  await open();
  const pick = () =>
    userEvent.upload(screen.getByLabelText('Logo'), new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }));
  const shown = () => screen.getByAltText<HTMLImageElement>('Logo, as it is now').getAttribute('src');
  const theirs = { ...appearance, logo: { ...appearance.logo, light: '/face/fedcba9876543210fedc.webp' } };
  const words = 'This logo was changed in the meantime. Look at it first, then change it again.';
  api.replyConflict('putLogo', words, theirs);
  api.replyConflict('removeLogo', words, theirs);
  api.reply('readAppearance', theirs);
  await pick();
  await settle(() => expect(shown()).toContain('fedcba'));
  expect(screen.getByText(words)).toBeTruthy();
  await pick();
  await settle(() => expect(api.of('putLogo')).toHaveLength(2));
  expect(api.of('putLogo').map(({ body }) => (body as { original: string }).original)).toEqual([
    appearance.logo.light,
    theirs.logo.light,
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove: Logo' }));
  await settle(() => expect(api.of('removeLogo')[0]?.query).toEqual({ original: theirs.logo.light }));
});

it('a picked logo shows at once: in the frame as well, or beside the typed text', async () => {
  const loads = watchLoads();
  await open();
  api.reply('putLogo', appearance);
  const pick = () =>
    userEvent.upload(screen.getByLabelText('Logo'), new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }));
  await pick();
  await settle(() => expect(loads).toEqual(['again']));
  fireEvent.input(screen.getByLabelText('Name of the academy'), { target: { value: 'Nila Academy' } });
  api.reply('readAppearance', {
    ...appearance,
    logo: { ...appearance.logo, light: '/face/fedcba9876543210fedc.webp' },
  });
  await pick();
  await settle(() =>
    expect(screen.getByAltText<HTMLImageElement>('Logo, as it is now').getAttribute('src')).toContain(
      'fedcba',
    ),
  );
  expect(loads).toEqual(['again']);
  expect(screen.getByLabelText<HTMLInputElement>('Name of the academy').value).toBe('Nila Academy');
});
