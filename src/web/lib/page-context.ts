import { createContext, type RouterContextProvider } from 'react-router';
import type { PageRequest } from '#contract/page-rendering';

/** The page that is being rendered, for loaders and actions on the server. */
export const pageContext = createContext<PageRequest>();

/** The page of a request; the development server, which knows no portal, makes one from calls over HTTP. */
export async function pageOf(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<PageRequest> {
  if (import.meta.env.DEV) return (await import('./development-page.ts')).developmentPage(request);
  return context.get(pageContext);
}
