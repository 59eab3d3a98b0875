import { portalLink } from '#server/platform/portal-link';
import type { Settings } from '#server/platform/settings';

/** The link behind which the holder of a one-time token chooses a password. */
export function resetLink(settings: Pick<Settings, 'publicUrl' | 'host' | 'port'>, token: string): string {
  return portalLink(settings, `/reset-password?token=${token}`);
}
