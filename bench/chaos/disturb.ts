import type { Device } from './device.ts';
import type { Disturbance } from './plan.ts';
import type { World } from './world.ts';

/** Screens that somebody looks at meanwhile. */
const otherScreens = {
  student: ['/StudentDashboard', '/ProjectDashboard1', '/account'],
  mentor: ['/account'],
};

/** Lets something happen to the line, the device or the server. */
export async function disturb(
  world: World,
  device: Device,
  { disturbance, turn, kind }: { disturbance: Disturbance; turn: number; kind: 'student' | 'mentor' },
): Promise<void> {
  const { line } = world;
  switch (disturbance) {
    case 'line cut':
      return line.begin('cut');
    case 'device offline':
      line.begin('cut');
      return device.setOffline(true);
    case 'answers lost':
      // Reads are answered, or no screen would come; what is sent is done, and nobody hears of it.
      return line.begin('lost answers', /\/(upload\w*|question\b.*|mark|favorite)(\/[^/]*)?$/);
    case 'line back':
      line.end();
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
      return world.killServer();
    case 'server started':
      return world.startServer();
  }
}

/** Everything works again. */
export async function calm(world: World, device: Device): Promise<void> {
  await world.startServer();
  world.line.end();
  await device.setOffline(false);
}
