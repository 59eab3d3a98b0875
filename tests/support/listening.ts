import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The address that a server's process says it listens at; what it says later is read and dropped, as a service manager would. */
export async function addressOf(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error('What the server says goes elsewhere');
  for await (const line of createInterface({ input: stdout })) {
    const url = /^Listening on (http:\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    stdout.resume();
    return url;
  }
  throw new Error(`A server ended before it listened: ${child.spawnargs.join(' ')}`);
}
