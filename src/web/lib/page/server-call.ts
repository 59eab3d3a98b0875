import { createContext } from 'react-router';
import type { CallInput, PageRequest } from '#contract/page-rendering';
import type { EndpointName } from '#contract/wire/endpoints';
import { toCallError } from '../calls/call-error.ts';
import type { Call } from '../calls/client.ts';

export const pageContext = createContext<PageRequest>();

/** Begins at the first `?`: later ones belong to it. */
export const searchOf = (url: string): URLSearchParams => new URLSearchParams(url.split(/\?(.*)/s, 2)[1]);

/** In-process, as the page's reader. */
export function serverCall(page: PageRequest): Call {
  const call = async (name: EndpointName, input: CallInput = {}): Promise<unknown> => {
    const { status, body, retryAfter } = await page.call(name, input);
    if (status >= 200 && status <= 299) return body;
    throw toCallError(status, body, retryAfter === undefined ? null : String(retryAfter));
  };
  return call as Call;
}
