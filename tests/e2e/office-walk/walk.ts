import type { Page } from '@playwright/test';
import type { Academy } from './academy.ts';

/** An academy's office and its first students at a portal that has nobody yet. */
export type Walk = {
  /** The portal's address. */
  url: string;
  /** What the first start has printed: address and token of `/setup`. */
  setupToken: string;
  /** The administrator's window. */
  page: Page;
  /** A phone of somebody else's, with nothing on it. */
  newPhone: () => Promise<Page>;
  academy: Academy;
  /** How many of the people open their invitation. */
  comers: number;
  /** Shown at each step, to take a picture or count. */
  look: (name: string, page: Page) => Promise<void>;
};

export const office = { name: 'Anu Menon', email: 'anu@example.test', password: 'a quiet ferry at dawn' };
export const studentPassword = 'the third bus 27';
