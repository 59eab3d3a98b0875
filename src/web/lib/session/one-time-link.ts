import type { LoaderFunctionArgs } from 'react-router';
import type { LinkPurpose, LinkWorth } from '#contract/page-rendering';
import { pageContext } from '../page/page-context.ts';

export type LinkState = LinkWorth | 'missing';

/** Checks a one-time link before anybody types, without using it up. */
export const linkLoader =
  (purpose: LinkPurpose) =>
  async ({ context }: LoaderFunctionArgs): Promise<LinkState> => {
    const page = context.get(pageContext);
    const token = new URLSearchParams(page.url.split('?', 2)[1]).get('token') ?? '';
    if (token === '') return 'missing';
    return page.readLink(purpose, token);
  };

/** For a page that came as a shell: only the server knows tokens, and checks them with the form. */
export const linkClientLoader = ({ request }: LoaderFunctionArgs): LinkState =>
  new URL(request.url).searchParams.get('token') ? 'good' : 'missing';
