import { createContext } from 'react-router';
import type { PageRequest } from '#contract/page-rendering';

export const pageContext = createContext<PageRequest>();
