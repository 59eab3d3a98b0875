import { createContext, useContext } from 'react';
import type { Look } from '#contract/catalogue/face';
import type { Site } from '#contract/page-rendering';

/** For the development server and component tests. */
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

export function useSite(): Site {
  return useContext(SiteContext);
}

/** The academy's name, then the product's; its logo if it has one. */
export function brandOf({ academy, look }: Site): { name: string; logo: Look['logo'] | null } {
  return { name: `${academy.name} Capstone`, logo: look?.logo ?? null };
}
