import type { Fields } from './form-fields.ts';

/** What the form's fields showed before they were changed; null without it. */
export function beganFields({ began }: Fields): Fields | null {
  try {
    return began === undefined ? null : (JSON.parse(began) as Fields);
  } catch {
    return null;
  }
}

/** A removal's body: what its page has shown. */
export const removalBody = ({ began }: Fields): { began?: Record<string, unknown> } => {
  const shown = beganFields({ ...(began !== undefined && { began }) });
  return shown === null ? {} : { began: shown };
};
