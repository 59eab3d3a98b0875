import { useEffect } from 'react';
import { useLocation, type LoaderFunctionArgs } from 'react-router';
import type { LinkPurpose, LinkWorth } from '#contract/page-rendering';
import { pageContext, searchOf } from '../page/server-call.ts';
import { forgetParameter } from '../replace-parameter.ts';

export type LinkState = LinkWorth | 'missing';

/** Checks a one-time link before anybody types, without using it up. */
export const linkLoader =
  (purpose: LinkPurpose) =>
  async ({ context }: LoaderFunctionArgs): Promise<LinkState> => {
    const page = context.get(pageContext);
    const token = searchOf(page.url).get('token') ?? '';
    if (token === '') return 'missing';
    return page.readLink(purpose, token);
  };

/** For a page that came as a shell: only the server knows tokens, and checks them with the form. */
export const linkClientLoader = ({ request }: LoaderFunctionArgs): LinkState =>
  new URL(request.url).searchParams.get('token') ? 'good' : 'missing';

/**
 * Removes a one-time link's token from address bar, history and the login's return address. The screen has it
 * from the router; a refused form brings it back.
 */
export function useSecretToken(): void {
  const place = useLocation();
  useEffect(() => {
    const search = new URLSearchParams(place.search);
    if (search.has('token')) forgetParameter('token');
    if (/[?&]token=/.test(search.get('next') ?? '')) forgetParameter('next');
  }, [place]);
}
