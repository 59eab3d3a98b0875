/** Whose portal bears the product's name. */
const first = 'ICTAK';

/** In the bar and where the app is installed: the academy's own name alone. */
export const portalName = (academy: string): string => (academy === first ? `${academy} Capstone` : academy);

/** In the browser's tab. */
export const pageTitle = (title: string, academy = first): string =>
  `${title} · ${academy === first ? 'Capstone' : academy}`;
