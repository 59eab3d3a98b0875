import { createServer } from 'node:net';
import { listenError } from '../start-errors.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Opens and closes the port, before anything else is opened: a second portal must not touch the database.
 * @throws SettingsError, or EADDRINUSE
 */
export async function probeAddress(settings: Pick<Settings, 'host' | 'port'>): Promise<void> {
  const { host, port } = settings;
  const probe = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(listenError(settings, error)));
    probe.listen({ host, port, exclusive: true }, resolve);
  });
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}
