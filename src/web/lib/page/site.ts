import { createContext, useContext } from 'react';
import type { Site } from '#contract/page-rendering';

/** For the development server and component tests, which know no portal's settings. */
export const defaultSite: Site = {
  academy: { name: 'ICTAK', zone: 'Asia/Kolkata', clock: { until: 0, changes: [] } },
  maxUploadBytes: 64 * 1024 * 1024,
  sendsMail: true,
  hasAddress: true,
  officeContact: null,
  look: null,
  academyLogin: null,
};

export const SiteContext = createContext<Site>(defaultSite);

/** What every screen knows of the portal. */
export function useSite(): Site {
  return useContext(SiteContext);
}

/** The portal's name in frames: the academy's, then the product's. */
export function brandOf({ academy }: Site): string {
  return `${academy.name} Capstone`;
}
