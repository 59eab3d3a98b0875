import type { CurrentUser } from '#contract/accounts';
import type { PageRequest } from '#contract/page-rendering';
import { paths } from '#contract/paths';
import { callAddress } from './call-address.ts';
import { mockResponse } from './mock-responses.ts';
import { defaultSite } from './site.ts';

/**
 * A page of the development server (`npm run dev`), which renders screens without the portal around it: its calls go to
 * the portal over HTTP, with the reader's cookie, or are mocked as the address says. Forms are sent by scripts only.
 */
export async function developmentPage(request: Request): Promise<PageRequest> {
  const { pathname, search } = new URL(request.url);
  const call: PageRequest['call'] = async (name, { params, query }) => {
    const { method, path } = paths[name];
    const address = callAddress(path, params, query);
    const mocked = await mockResponse(address, search);
    if (mocked !== undefined) return { status: mocked.status, body: JSON.parse(mocked.text) };
    const response = await fetch(process.env['CAPSTONE_API'] + address, {
      method,
      headers: { cookie: request.headers.get('cookie') ?? '' },
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const session = await call('readSession', {});
  const { student } = session.body as { student: CurrentUser | null };
  return {
    method: 'GET',
    url: pathname.replace(/\.data$/, '') + search,
    site: defaultSite,
    user: student,
    now: Date.now(),
    readerZone: null,
    nonce: '',
    inlineStyles: null,
    signal: request.signal,
    call,
    form: null,
    readForm: async () => ({}),
    formKey: '',
    readCatalogue: async () => [],
    readText: () => null,
    readLink: async () => 'good',
    hasSample: async () => true,
    onError: console.error,
  };
}
