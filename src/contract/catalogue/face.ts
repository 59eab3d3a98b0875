/** Characters; the logo in bytes. */
export const faceLimits = {
  name: 60,
  heading: 120,
  paragraph: 600,
  stepTitle: 60,
  stepText: 240,
  contact: 200,
  mailFooter: 300,
  logoBytes: 200 * 1024,
} as const;

export const homeSteps = 5;

export const logoSchemes = ['light', 'dark'] as const;
export type LogoScheme = (typeof logoSchemes)[number];

export type HomeStep = { title: string; text: string };

/** Null: the portal's own. */
export type HomeWords = { heading: string | null; paragraph: string | null; steps: HomeStep[] | null };

/** On every screen. */
export type Look = {
  /** CSS of the accent; null: the portal's. */
  rules: string | null;
  /** The dark one only for dark schemes. */
  logo: Record<LogoScheme, string | null>;
};

/** A hash and an ending: immutable. */
export const logoAddress = '/face/:file';
