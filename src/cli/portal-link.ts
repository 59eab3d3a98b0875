import { portalLink } from '#server/platform/portal-link';
import type { Settings } from '#server/platform/settings';

/** The password reset link for a one-time token. */
export function resetLink(settings: Pick<Settings, 'publicUrl' | 'host' | 'port'>, token: string): string {
  return portalLink(settings, `/reset-password?token=${token}`);
}
