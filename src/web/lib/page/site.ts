import { createContext, useContext } from 'react';
import type { ShownAppearance } from '#contract/catalogue/appearance';
import { portalName } from '#contract/portal-name';
import type { Site } from '#contract/page-rendering';

/** For the development server and component tests. */
export const defaultSite: Site = {
  academy: { name: 'ICTAK', zone: 'Asia/Kolkata', clock: { until: 0, changes: [] } },
  maxUploadBytes: 64 * 1024 * 1024,
  sendsMail: true,
  hasAddress: true,
  officeContact: null,
  appearance: null,
  words: '',
  academyLogin: null,
};

export const SiteContext = createContext<Site>(defaultSite);

export function useSite(): Site {
  return useContext(SiteContext);
}

/** In frames: the portal's name, the academy's logo if it has one, and a demo's line. */
export function brandOf({ academy, appearance, demo }: Site) {
  const logo: ShownAppearance['logo'] | null = appearance?.logo ?? null;
  return { name: portalName(academy.name), logo, ...(demo && { note: demo.note }) };
}
