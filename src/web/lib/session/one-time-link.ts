import type { LoaderFunctionArgs } from 'react-router';
import type { LinkPurpose, LinkWorth } from '#contract/page-rendering';
import { pageContext } from '../page/page-context.ts';

/** What the address of a one-time link is worth; it may have no token at all. */
export type LinkState = LinkWorth | 'missing';

/** A screen's `loader`: whether its one-time link works, known before anybody types. The link is not used up by that. */
export const linkLoader =
  (purpose: LinkPurpose) =>
  async ({ context }: LoaderFunctionArgs): Promise<LinkState> => {
    const page = context.get(pageContext);
    const token = new URLSearchParams(page.url.split('?', 2)[1]).get('token') ?? '';
    if (token === '') return 'missing';
    return page.readLink(purpose, token);
  };

/** Its `clientLoader`, for a page that came as a shell: only the server knows tokens, and says so when the form is sent. */
export const linkClientLoader = ({ request }: LoaderFunctionArgs): LinkState =>
  new URL(request.url).searchParams.get('token') ? 'good' : 'missing';
