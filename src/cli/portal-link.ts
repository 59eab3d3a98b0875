import { listeningPort, portalLink } from '#server/platform/portal-link';
import type { Settings } from '#server/platform/settings/settings';

/** The password reset link for a one-time token, at the port where the portal listens. */
export async function resetLink(
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port' | 'dataDir'>,
  token: string,
): Promise<string> {
  const port = await listeningPort(settings);
  return portalLink({ ...settings, port }, `/reset-password?token=${token}`);
}
