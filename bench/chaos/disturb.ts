import type { Device } from './device.ts';
import type { Disturbance } from './plan.ts';
import type { World } from './world.ts';

/** Screens that somebody looks at meanwhile. */
const otherScreens = {
  student: ['/StudentDashboard', '/ProjectDashboard1', '/account'],
  mentor: ['/account'],
};

export async function disturb(
  world: World,
  device: Device,
  { disturbance, turn, kind }: { disturbance: Disturbance; turn: number; kind: 'student' | 'mentor' },
): Promise<void> {
  const { network, server } = world;
  switch (disturbance) {
    case 'network cut':
      return network.begin('cut');
    case 'device offline':
      network.begin('cut');
      return device.setOffline(true);
    case 'answers lost':
      // Reads are answered, or no screen would come; writes happen, but their answers are lost.
      return network.begin('lost answers', /\/(upload\w*|question\b.*|mark|favorite)(\/[^/]*)?$/);
    case 'network back':
      network.end();
      return device.setOffline(false);
    case 'reload':
      return device.reload();
    case 'another screen': {
      const screens = otherScreens[kind];
      return void (await device.show(screens[turn % screens.length] ?? device.home));
    }
    case 'page closed':
      return device.closePage();
    case 'page crashes':
      return device.crashPage();
    case 'browser closed':
      return device.closeBrowser();
    case 'server killed':
      return void (server.isRunning() && (await server.kill()));
    case 'server started':
      return void (server.isRunning() || (await server.start()));
  }
}

export async function calm(world: World, device: Device): Promise<void> {
  if (!world.server.isRunning()) await world.server.start();
  world.network.end();
  await device.setOffline(false);
}
