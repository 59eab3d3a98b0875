import { accessSync, constants, existsSync, statSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { freemem } from 'node:os';
import path from 'node:path';
import { giveUp } from './node24.mjs';

const megabyte = 1024 ** 2;
/** What installing and building take at most, all processes together. */
const needed = { memory: 1_000, disk: 1_000 };

/** What the portal would say of the same address, minutes later. */
const reasons = {
  EADDRINUSE: (host, port) =>
    `The portal could not start: port ${port} is in use. Stop the program that has it, or set PORT to another one.`,
  EACCES: (host, port) => `Setting PORT is "${port}", which this user may not open.`,
  ERR_SOCKET_BAD_PORT: (host, port) => `Setting PORT is "${port}"; allowed: a whole number from 0 to 65535.`,
};

/** Opens and closes the port; ends the process with one line when it cannot be opened. */
export async function probePort(host, port) {
  const probe = createServer((socket) => socket.destroy());
  try {
    await new Promise((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port: Number(port), exclusive: true }, resolve);
    });
  } catch (error) {
    const say = reasons[error.code];
    giveUp(say?.(host, port) ?? `Setting HOST is "${host}", which is not this machine (${error.message}).`);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** The folder itself, or the nearest one above it that exists: there it would be made. */
function existingFolder(folder) {
  let current = path.resolve(folder);
  while (!existsSync(current) && path.dirname(current) !== current) current = path.dirname(current);
  return current;
}

/** Ends the process with one line when the data could not be written. */
export function probeFolder(folder) {
  const found = existingFolder(folder);
  try {
    if (!statSync(found).isDirectory())
      giveUp(`Setting DATA_DIR is "${folder}", but ${found} is not a folder.`);
    accessSync(found, constants.W_OK | constants.X_OK);
  } catch (error) {
    giveUp(`Setting DATA_DIR is "${folder}", but this user cannot write ${found} (${error.code}).`);
  }
}

/** A line for each thing that installing and building may run out of. */
export function shortages(folder, measure = { memory: freeMemory, disk: freeDisk }) {
  const memory = Math.floor(measure.memory() / megabyte);
  const disk = Math.floor(measure.disk(folder) / megabyte);
  return [
    ...(memory < needed.memory
      ? [
          `Only ${memory} MB of memory are free; installing and building take up to ${needed.memory} MB. If they fail, add memory or swap, or use the container image.`,
        ]
      : []),
    ...(disk < needed.disk
      ? [`Only ${disk} MB are free on the disk of ${folder}; the installation takes ${needed.disk} MB.`]
      : []),
  ];
}

/** In a container, what its limit leaves. */
const freeMemory = () => process.availableMemory?.() ?? freemem();

function freeDisk(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
