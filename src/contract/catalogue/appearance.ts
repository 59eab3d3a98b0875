/** In characters, the logo in bytes. */
export const appearanceLimits = {
  name: 60,
  heading: 120,
  paragraph: 600,
  stepTitle: 60,
  stepText: 240,
  contact: 200,
  mailFooter: 300,
  zone: 64,
  logoBytes: 200 * 1024,
} as const;

export const homeSteps = 5;

export const logoSchemes = ['light', 'dark'] as const;
export type LogoScheme = (typeof logoSchemes)[number];

export type HomeStep = { title: string; text: string };

/** Null: the portal's own words show. */
export type HomeWords = { heading: string | null; paragraph: string | null; steps: HomeStep[] | null };

export type ShownAppearance = {
  /** CSS that sets the accent; null: the portal's own. */
  rules: string | null;
  /** Addresses by colour scheme; null without one. The dark logo is only for the dark scheme. */
  logo: Record<LogoScheme, string | null>;
};

/** `file` is a hash and an extension: what an address shows never changes. */
export const logoAddress = '/face/:file';
