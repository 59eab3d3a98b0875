import { randomBytes } from 'node:crypto';
import type { Role } from '../api/fuzz/values.ts';

/** A text that stands in one place of the portal, and who may come across it. */
export type Canary = { what: string; text: string; mayRead: readonly Role[] };

/** Makes texts that nobody could write by chance. */
export function makeCanaries() {
  const canaries: Canary[] = [];
  return {
    canaries,
    /** A text that only these roles may get to see. */
    sing(what: string, ...mayRead: Role[]): string {
      const text = `canary${randomBytes(9).toString('hex')}`;
      canaries.push({ what, text, mayRead });
      return text;
    },
    /** One that the portal makes itself, and that nobody may ever see. */
    hide(what: string, text: string): void {
      canaries.push({ what, text, mayRead: [] });
    },
  };
}

/** What somebody has got that is not theirs; null for nothing. */
export function strayCanary(canaries: readonly Canary[], role: Role, bytes: Buffer): Canary | null {
  return canaries.find(({ text, mayRead }) => !mayRead.includes(role) && bytes.includes(text)) ?? null;
}
