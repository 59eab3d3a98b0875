import { createContext } from 'react-router';
import type { PageRequest } from '#contract/page-rendering';

/** The page that is being rendered, for loaders and actions on the server. */
export const pageContext = createContext<PageRequest>();
