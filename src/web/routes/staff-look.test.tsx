import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { FaceEntry } from '#contract/catalogue/face-calls';
import { administrator } from '#support/catalogue-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffLook from './staff-look.tsx';

const face: FaceEntry = {
  name: 'Nila Institute',
  accent: null,
  heading: null,
  paragraph: null,
  steps: null,
  contact: null,
  mail_footer: null,
  country_code: null,
  logo: { light: '/face/0123456789abcdef0123.webp', dark: null },
  defaults: { name: 'ICTAK', contact: null },
  version: 'f1',
};

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('readFace', face);
});

const open = async () => {
  await renderScreen(staffLook, { path: '/staff/look', at: '/staff/look', user: administrator });
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
  return act(() => staffLook.clientAction({ request, params: {} } as never) as Promise<Response>);
};
const isDocument = (answer: unknown) =>
  answer instanceof Response && answer.headers.get('X-Remix-Reload-Document') === 'true';

it('a saved appearance loads the page again, with its name, logo and colour', async () => {
  await open();
  api.reply('changeFace', face);
  const saved = await submit({ act: 'face', name: 'Nila', version: 'f1' });
  expect([isDocument(saved), saved.headers.get('Location')]).toEqual([true, '/staff/look?notice=look-saved']);
  expect(api.of('changeFace')[0]?.body).toMatchObject({ name: 'Nila', steps: null });
});

it('a removed logo does so too, unless that would lose typed text', async () => {
  await open();
  api.reply('removeLogo', face);
  expect(isDocument(await submit({ act: 'remove-logo', scheme: 'light' }))).toBe(true);
  expect(isDocument(await submit({ act: 'remove-logo', scheme: 'light', typed: 'yes' }))).toBe(false);
});

it('a picked logo shows at once: in the frame as well, or beside the typed text', async () => {
  const loads = watchLoads();
  await open();
  api.reply('putLogo', face);
  const pick = () =>
    userEvent.upload(screen.getByLabelText('Logo'), new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }));
  await pick();
  await settle(() => expect(loads).toEqual(['again']));
  fireEvent.input(screen.getByLabelText('Name of the academy'), { target: { value: 'Nila Academy' } });
  api.reply('readFace', { ...face, logo: { ...face.logo, light: '/face/fedcba9876543210fedc.webp' } });
  await pick();
  await settle(() =>
    expect(screen.getByAltText<HTMLImageElement>('Logo, as it is now').getAttribute('src')).toContain(
      'fedcba',
    ),
  );
  expect(loads).toEqual(['again']);
  expect(screen.getByLabelText<HTMLInputElement>('Name of the academy').value).toBe('Nila Academy');
});
